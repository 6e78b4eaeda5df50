/** Who I am here. A guest is made when somebody first plays, not when somebody first looks. */

import { untrack } from "svelte";
import { api, Refusal } from "../connection/api";
import type { Profile } from "../protocol";
import { t } from "../words/words.svelte";
import { recall, remember } from "./kept";

class Me {
  profile = $state.raw<Profile | null>(null);
  name = $state(recall("name", ""));
}

export const me = new Me();

/** Ask the server whether it knows this browser. */
export async function lookMeUp(): Promise<void> {
  try {
    me.profile = await api.me();
    setName(me.profile.name);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    me.profile = null;
  }
}

/** Be a guest from now on, if I am none yet. An effect that begins with it does not begin anew with each profile. */
export async function beSomebody(): Promise<void> {
  if (untrack(() => me.profile)) return;
  await lookMeUp();
  if (me.profile) return;
  await api.arrive(me.name || t("me.guest"));
  await lookMeUp();
}

/** Call myself something else. */
export async function rename(name: string): Promise<void> {
  const wanted = name.trim();
  if (!wanted) return;
  if (me.profile) {
    await api.rename(wanted);
    await lookMeUp();
  } else setName(wanted);
}

function setName(name: string): void {
  me.name = name;
  remember("name", name);
}

/** Be forgotten by the server and by this browser. */
export async function forgetMe(): Promise<void> {
  await api.forgetMe();
  me.profile = null;
  setName("");
}
