import { mount } from "svelte";
import "../src/look/look.css";
import "../src/app.css";
import { speak, type Language } from "../src/words/words.svelte";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "light";
const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the gallery");
await speak((query.get("language") ?? "en") as Language);
mount(Gallery, { target, props: { query } });
