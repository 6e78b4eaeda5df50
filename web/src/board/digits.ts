/** A row of small numbers that was sent as text: the code of each character less 48. */
export function digits(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0) - 48);
}
