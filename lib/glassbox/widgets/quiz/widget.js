import { button, element, write } from "../shared/elements.js";
import { widget } from "../shared/shell.js";

/** How many questions are answered, and how many of them rightly. */
export function progress(questions, answers) {
  const given = answers.map((answer, i) => questions[i].choices[answer]);
  return {
    answered: given.filter(Boolean).length,
    right: given.filter((choice) => choice?.correct).length,
  };
}

function build({ model, text, edit }) {
  const questions = model.get("questions");
  const group = `gb-${Math.random().toString(36).slice(2)}`; // apart from other views

  const fields = questions.map(({ question, choices }, i) => {
    const choose = (j) => () => {
      edit.commit(null, { answers: model.get("answers").with(i, j) });
    };
    const radios = choices.map((_, j) =>
      element("input", {
        type: "radio",
        name: `${group}-${i}`,
        "data-choice": j,
        onchange: choose(j),
      }),
    );
    const labels = radios.map((radio, j) =>
      element("label", {}, radio, element("span", {}, choices[j].text)),
    );
    const verdict = element("strong");
    const why = element("span");
    // Beside the choices, there from the start: then what enters it is read out.
    const explanation = element("p", { role: "status" }, verdict, " ", why);
    const legend = element("legend", {}, text.numbered({ n: i + 1, question }));
    const node = element("fieldset", {}, legend, ...labels, explanation);

    function show(answer) {
      const choice = choices[answer]; // none while the answer is null
      radios.forEach((radio, j) => {
        radio.checked = j === answer;
      });
      labels.forEach((label, j) => label.classList.toggle("gb-chosen", j === answer));
      const state = choice ? (choice.correct ? "right" : "wrong") : "open";
      node.dataset.state = state;
      // Written only if new, or every answer would read out every explanation.
      write(verdict, choice ? text[state] : "");
      write(why, state === "wrong" ? text.again(choice) : (choice?.explanation ?? ""));
    }
    return { node, show };
  });

  const count = element("p", { role: "status", "data-part": "progress" });
  // All answers go, also those that Python set before: not what reset would bring back.
  const startAgain = button("reset", [text.start_again], () => {
    edit.commit(null, { answers: questions.map(() => null) });
  });
  const solutions = questions.map(({ choices }) => {
    const right = choices.find((choice) => choice.correct);
    return element("li", {}, text.answer(right));
  });
  const onPaper = element(
    "div",
    { class: "gb-paper" },
    element("p", {}, text.answers),
    element("ol", {}, ...solutions),
  );
  const children = [
    ...fields.map((field) => field.node),
    element("div", { class: "gb-progress" }, count, startAgain),
    onPaper,
  ];

  function update({ answers }) {
    fields.forEach((field, i) => field.show(answers[i]));
    const { answered, right } = progress(questions, answers);
    write(count, text.progress({ answered, count: questions.length, right }));
    startAgain.setAttribute("aria-disabled", answered === 0);
  }
  return { children, update };
}

export default widget({ name: "quiz", traits: ["answers"], build });
