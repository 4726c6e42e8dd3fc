"""Marks notebooks that were handed in: `glassbox grade SUBMISSIONS`.

Each submission runs in a process of its own, in a sandbox where the system has one.
That process knows inputs alone; they are drawn from a secret. This one knows the
answers, and runs nothing of a student's.

`command` is what is typed; `submissions` reads the files, `cases` draws the inputs,
`sandbox` starts the process, whose code is `worker`; `marking` compares what comes back
and `report` writes the marks.
"""
