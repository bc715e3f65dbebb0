// Prints what Khronos' validator reports about GLB files, one line of JSON a file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, ...files] = process.argv.slice(2);
const { validateBytes } = createRequire(`${modules}/`)("gltf-validator");
for (const file of files) {
  const report = await validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 50 });
  const messages = report.issues.messages.filter((one) => one.severity < 2).map((one) => `${one.code} ${one.pointer ?? ""} ${one.message}`);
  const { numErrors, numWarnings } = report.issues;
  console.log(JSON.stringify({ file, errors: numErrors, warnings: numWarnings, messages }));
}
