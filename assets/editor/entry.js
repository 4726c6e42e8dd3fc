/*! CodeMirror 6 and Lezer, by Marijn Haverbeke and others: MIT License, in LICENSE */
// The editor of the page's Python cells: CodeMirror 6 with what a short cell needs.
// `make editor` bundles this file into codemirror.js.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import {
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  standardKeymap,
  toggleComment,
} from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import {
  forceParsing,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  syntaxTree,
} from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { Decoration, EditorView, keymap, ViewPlugin } from "@codemirror/view";
import { styleTags, tagHighlighter, tags } from "@lezer/highlight";
import { BUILTINS, EXCEPTIONS, MAGIC } from "./names.js";

/**
 * @typedef {object} Options
 * @property {string} text what is in the editor at first
 * @property {string} label its name for assistive technology
 * @property {string} description which keys run the cell and leave the editor
 * @property {(text: string) => void} onchange gets the text after every change
 * @property {() => void} onrun called on Shift+Enter and on Ctrl or Cmd+Enter
 *
 * @typedef {object} Editor
 * @property {() => string} text gives what is in it, lines ended by "\n"
 * @property {(text: string) => void} setText writes other text: one step of undo
 * @property {() => void} focus
 * @property {() => void} destroy takes it out of the page
 */

// ---- colors: the same parts of the code as Pygments colors on the page --------------

const python = pythonLanguage.configure({
  props: [
    styleTags({
      '"*" ** @ Ellipsis LogicOp FunctionDefinition/TypeDef': tags.operator,
      "ImportStatement/.": tags.separator,
      "FormatReplacement FormatReplacement/{ FormatReplacement/}": tags.string,
      "FormatConversion FormatSelfDoc FormatSpec FormatSpec/:": tags.string,
      "At Decorator/VariableName": tags.meta,
    }),
  ],
});

const colors = tagHighlighter([
  { tag: [tags.keyword, tags.bool, tags.null], class: "tok-keyword" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: [tags.string, tags.escape], class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.definition(tags.variableName), class: "tok-definition" },
  { tag: tags.definition(tags.className), class: "tok-definition" },
  { tag: tags.meta, class: "tok-builtin" },
]);

const builtin = Decoration.mark({ class: "tok-builtin" });
const exception = Decoration.mark({ class: "tok-exception" });

/** Mark Python's own names, which its grammar does not tell from a reader's. */
const ownNames = ViewPlugin.define(
  (view) => ({
    marks: marksOf(view),
    update({ docChanged, viewportChanged, startState, state }) {
      const parsed = syntaxTree(startState) !== syntaxTree(state);
      if (docChanged || viewportChanged || parsed) this.marks = marksOf(view);
    },
  }),
  { decorations: (plugin) => plugin.marks },
);

function marksOf(view) {
  const marks = [];
  const enter = ({ name, from, to, node }) => {
    if (name !== "VariableName" && name !== "PropertyName") return;
    const word = view.state.sliceDoc(from, to);
    const free = name === "VariableName" && node.parent.name !== "FunctionDefinition";
    if (MAGIC.has(word) || (free && BUILTINS.has(word))) {
      marks.push(builtin.range(from, to));
    } else if (free && EXCEPTIONS.has(word)) marks.push(exception.range(from, to));
  };
  for (const range of view.visibleRanges) {
    syntaxTree(view.state).iterate({ ...range, enter });
  }
  return Decoration.set(marks);
}

// ---- keys ----------------------------------------------------------------------------

/** Return the keys of an editor; the first that fits is taken. */
function keys(onrun) {
  const run = () => {
    onrun();
    return true;
  };
  return keymap.of([
    { key: "Shift-Enter", run },
    { key: "Ctrl-Enter", run },
    { key: "Meta-Enter", run },
    { key: "Escape", run: freeTab },
    { key: "Mod-/", run: toggleComment },
    indentWithTab,
    ...closeBracketsKeymap,
    ...historyKeymap,
    ...standardKeymap,
  ]);
}

/** Let Tab leave the editor until another key is typed, however late it comes. */
function freeTab(view) {
  view.setTabFocusMode(Number.POSITIVE_INFINITY);
  return true;
}

const focus = EditorView.domEventObservers({
  // What is typed is no shortcut of the page, where "/" goes to the search.
  keydown(event) {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  },
  // Tab indents again when the reader is back.
  blur(_, view) {
    view.setTabFocusMode(false);
  },
});

/** Keep the line that is written in below the page's header, which covers its top. */
const below = EditorView.scrollMargins.of(() => {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  return { top: Number.parseFloat(scrollPaddingTop) || 0 }; // it may be "auto"
});

// ---- the editor ----------------------------------------------------------------------

/**
 * Put an editor for Python at the end of an element.
 * @param {Element} parent
 * @param {Options} options
 * @returns {Editor}
 */
function create(parent, { text, label, description, onchange, onrun }) {
  const changed = EditorView.updateListener.of((update) => {
    if (update.docChanged) onchange(update.state.doc.toString());
  });
  const attributes = {
    "aria-label": label,
    "aria-description": description,
    tabindex: "0", // some checkers see no other way to scroll long lines by keyboard
  };
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      EditorView.editorAttributes.of({ class: "glassbox-editor" }),
      EditorView.contentAttributes.of(attributes),
      EditorState.tabSize.of(4),
      indentUnit.of("    "),
      python,
      syntaxHighlighting(colors),
      ownNames,
      indentOnInput(),
      closeBrackets(),
      history(),
      keys(onrun),
      focus,
      below,
      changed,
    ],
  });
  forceParsing(view); // before the first paint, else the colors come after the text
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => replaceAll(view, text),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function replaceAll(view, text) {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    annotations: isolateHistory.of("full"),
  });
}

globalThis.glassboxEditor = { create };
