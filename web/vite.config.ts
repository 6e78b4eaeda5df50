import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte({ preprocess: vitePreprocess({ script: true }) })],
  build: {
    // Where the server looks for it; the package build takes it from there.
    outDir: "../src/sixfold/server/client",
    emptyOutDir: true,
    target: "es2022",
    // The page's policy allows no data: scripts or styles, and files are cached for good by their names.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8666", ws: true } } },
  test: { include: ["tests/**/*.test.ts"], css: true },
});
