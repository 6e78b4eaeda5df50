/** Tracks as bars: how a bar is cut, how far it is filled, and which colours are the weakest. */

import type { RulesSight } from "../protocol";

/** A sheet is cut into so many stretches: the eye counts three better than eighteen. */
const THIRDS = 3;

/** A piece of a bar between two gaps. */
export interface Stretch {
  /** The points that fill it. */
  points: number;
  /** Points below it. */
  from: number;
  /** Whether a sheet begins with it. */
  opens: boolean;
  /** Whether a sheet ends with it. */
  closes: boolean;
}

/** How a bar is cut: at the ends of sheets and thirds, or of the card game's areas. */
export function stretches(rules: RulesSight): Stretch[] {
  const areas = rules.areas ?? [];
  const lengths = areas.length
    ? areas.slice(1).map((end, i) => end - (areas[i] ?? 0))
    : Array.from({ length: THIRDS * rules.sheets }, () => rules.sheet / THIRDS);
  const each = lengths.length / rules.sheets;
  let from = 0;
  return lengths.map((points, place) => {
    const stretch = { points, from, opens: place % each === 0, closes: place % each === each - 1 };
    from += points;
    return stretch;
  });
}

/** How much of a stretch lies below a marker, from 0 to 1. */
export function filled({ from, points }: Stretch, marker: number): number {
  return Math.min(Math.max(marker - from, 0), points) / points;
}

/** The lowest marker and the colours that stand there. */
export function weakest(markers: readonly number[]): { value: number; colours: number[] } {
  const value = Math.min(...markers);
  return { value, colours: markers.flatMap((marker, colour) => (marker === value ? [colour] : [])) };
}

/** Whether some colours are weaker than others: only then is it worth pointing them out. */
export function standsOut(markers: readonly number[]): boolean {
  return Math.min(...markers) < Math.max(...markers);
}
