import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// `npx vite --config gallery/vite.config.ts`: the components with sample data. No part of the client.
export default defineConfig({
  root: "gallery",
  plugins: [svelte({ preprocess: vitePreprocess({ script: true }) })],
  build: { target: "es2022", outDir: "../node_modules/.gallery", emptyOutDir: true },
});
