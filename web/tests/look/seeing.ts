/** How eyes see colours: contrast (WCAG 2), lightness and distance (CIE Lab), three kinds of colour blindness. */

/** Linear light, each from 0 to 1. */
export type Rgb = readonly [number, number, number];

/** A colour from its hexadecimal text. */
export function rgb(text: string): Rgb {
  const part = (at: number): number => {
    const value = parseInt(text.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: Rgb, two: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Lightness, 0 to 100: what is left of a colour in grey. */
export function greyness(colour: Rgb): number {
  return lab(colour)[0];
}

/** How far apart two colours are for the eye. */
export function difference(one: Rgb, two: Rgb): number {
  const [a, b] = [lab(one), lab(two)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function lab([r, g, b]: Rgb): Rgb {
  const curve = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** What becomes of linear light in an eye that lacks one kind of cones (Machado, Oliveira and Fernandes, 2009). */
const SEEN = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

export type Deficiency = keyof typeof SEEN;
export const deficiencies = Object.keys(SEEN) as Deficiency[];

/** A colour as such an eye sees it. */
export function seenWith(deficiency: Deficiency, [r, g, b]: Rgb): Rgb {
  const [red, green, blue] = SEEN[deficiency].map(([x, y, z]) =>
    Math.min(Math.max(x * r + y * g + z * b, 0), 1),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}
