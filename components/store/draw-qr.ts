/** A picture that a phone can also keep in its album. Dark on white in both themes: not every app reads an inverted code. */
export async function drawQr(value: string): Promise<string> {
  const { toDataURL } = await import("qrcode");
  return toDataURL(value, { type: "image/png", margin: 2, scale: 8, errorCorrectionLevel: "M" });
}
