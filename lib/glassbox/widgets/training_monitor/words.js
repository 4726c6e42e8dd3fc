// The training monitor's words.
export const STRINGS = {
  en: {
    title: "Training monitor",
    bar: "Training",
    progress: (last, n) => `Step ${last} of ${n}`,
    valuetext: (last, n, part) => `Step ${last} of ${n}, ${part} %`,
    empty: "No step yet. Run the cell to train the model.",
    training: "Training …",
    left: (seconds) => `Training … about ${seconds} s left.`,
    so_far: "No further step yet.",
    stopped: (last, n) => `Stopped after ${last} of ${n} steps.`,
    done: (n) => `All ${n} steps are done.`,
    diverged: (value, number) =>
      `The loss is ${value} from step ${number} on: the training has diverged. ` +
      "Try a smaller learning rate.",
    here: "At step",
    cursor: "Step to read",
    newest: "Newest step",
    show_rate: "Learning rate chart",
    charts: { loss: "Loss, nats a token", rate: "Learning rate", exact: "Exactly right" },
    keys: { each: "each step", smooth: (window) => `mean of the last ${window}` },
    figures: {
      loss: "Loss", smooth: "Smoothed loss", rate: "Learning rate", exact: "Exactly right",
    },
    meanings: {
      loss: "nats a token",
      smooth: (window) => `mean of the last ${window} steps`,
      measured: (number) => `measured after step ${number}`,
      unmeasured: "not measured yet",
    },
    whole: (x) => x.toLocaleString("en"),
    percent: (share) => `${(100 * share).toFixed(1)} %`,
    said: (number, loss, smooth, rate, exact) =>
      `Step ${number}: loss ${loss}, smoothed ${smooth}, learning rate ${rate}, ${exact}.`,
    said_exact: (share, number) => `exactly right ${share} after step ${number}`,
    chart_said: (name, from, first, to, last) =>
      `${name}: ${first} at step ${from}, ${last} at step ${to}.`,
    chart_empty: (name) => `${name}: nothing to show yet.`,
    numbers: "The numbers",
    columns: (window) => ["step", "loss", `mean of the last ${window}`, "learning rate",
      "exactly right"],
  },
};
