import { button, editor, element, frame, strings } from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Quiz",
    right: "✓ Right.",
    wrong: "✗ Not right.",
    again: "Choose another answer.",
    progress: (answered, count, right) =>
      `${answered} of ${count} answered, ${right} right.`,
    reset: "Start again",
    answers: "Answers",
  },
};

/** How many questions are answered, and how many of them rightly. */
export function progress(questions, answers) {
  const given = answers.map((answer, i) => questions[i].choices[answer]);
  return {
    answered: given.filter(Boolean).length,
    right: given.filter((choice) => choice?.correct).length,
  };
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const questions = model.get("questions");
  const edit = editor(model, ["answers"], update);
  const group = `gb-${Math.random().toString(36).slice(2)}`; // apart from other views

  const fields = questions.map(({ question, choices }, i) => {
    const choose = (j) => () => {
      edit.commit(null, { answers: model.get("answers").with(i, j) });
    };
    const radios = choices.map((_, j) => element("input", {
      type: "radio", name: `${group}-${i}`, "data-choice": j, onchange: choose(j),
    }));
    const labels = radios.map((radio, j) =>
      element("label", {}, radio, element("span", {}, choices[j].text)));
    const verdict = element("strong");
    const why = element("span");
    // Beside the choices, there from the start: then what enters it is read out.
    const explanation = element("p", { role: "status" }, verdict, " ", why);
    const legend = element("legend", {}, `${i + 1}. ${question}`);
    const node = element("fieldset", {}, legend, ...labels, explanation);

    function show(answer) {
      const choice = choices[answer]; // none while the answer is null
      radios.forEach((radio, j) => { radio.checked = j === answer; });
      labels.forEach((label, j) => label.classList.toggle("gb-chosen", j === answer));
      node.dataset.state = choice ? (choice.correct ? "right" : "wrong") : "open";
      const again = choice && !choice.correct ? ` ${text.again}` : "";
      const words = choice ? choice.explanation + again : "";
      // Written only if new, or every answer would read out every explanation.
      if (why.textContent === words) return;
      verdict.textContent = choice ? (choice.correct ? text.right : text.wrong) : "";
      why.textContent = words;
    }
    return { node, show };
  });

  const count = element("p", { role: "status", "data-name": "progress" });
  const reset = button("reset", [text.reset], () => {
    edit.commit(null, { answers: questions.map(() => null) });
  });
  const solutions = questions.map(({ choices }) => {
    const right = choices.find((choice) => choice.correct);
    return element("li", {}, `${right.text} – ${right.explanation}`);
  });
  const onPaper = element("div", { class: "gb-paper" },
    element("p", {}, text.answers), element("ol", {}, ...solutions));
  const root = frame(text.title, ...fields.map((field) => field.node),
    element("div", { class: "gb-progress" }, count, reset), onPaper);
  root.classList.add("gb-quiz");

  function update() {
    const { answers } = edit.state();
    fields.forEach((field, i) => field.show(answers[i]));
    const { answered, right } = progress(questions, answers);
    const words = text.progress(answered, questions.length, right);
    if (count.textContent !== words) count.textContent = words;
    reset.setAttribute("aria-disabled", answered === 0);
  }

  el.append(root);
  update();
  return () => {
    edit.stop();
    root.remove();
  };
}

export default { render };
