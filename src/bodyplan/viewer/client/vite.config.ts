import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const license = readFileSync("node_modules/three/LICENSE", "utf8").trim();

// One classic script and one style sheet with fixed names: they are put into HTML files that are
// opened from disk, where modules cannot import each other.
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: "license",
      enforce: "post",
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === "chunk") {
            chunk.code = `/*! This page contains three.js.\n\n${license}\n*/\n${chunk.code}`;
          }
        }
      },
    },
  ],
  build: {
    outDir: "../page",
    emptyOutDir: false,
    target: "es2022",
    sourcemap: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    lib: {
      entry: "src/main.ts",
      name: "bodyplanViewer",
      formats: ["iife"],
      fileName: () => "viewer.js",
      cssFileName: "viewer",
    },
  },
});
