// Khronos' validator: reads names of GLB files, one a line, and prints what it reports, a line of JSON each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { validateBytes } = createRequire(`${process.argv[2]}/`)("gltf-validator");
for await (const file of createInterface({ input: process.stdin })) {
  const report = await validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 50 });
  const messages = report.issues.messages.filter((one) => one.severity < 2).map((one) => `${one.code} ${one.pointer ?? ""} ${one.message}`);
  const { numErrors, numWarnings } = report.issues;
  console.log(JSON.stringify({ file, errors: numErrors, warnings: numWarnings, messages }));
}
