import { expect, test } from "vitest";
import { COLOURS } from "./colours";

type Triple = [number, number, number];

/** What eyes see that lack one kind of cones, by Machado, Oliveira and Fernandes (2009), in linear light. */
const EYES: Record<string, Triple[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
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
};
/** In Oklab, where 0.02 is a difference that can just be seen side by side. */
const APART = 0.15;

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function linear(colour: string): Triple {
  const part = (at: number) => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function oklab(light: Triple): Triple {
  const [l, m, s] = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], light)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], light)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], light)),
  ];
  const cones: Triple = [l, m, s];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

function seen(colour: string, eyes: Triple[]): Triple {
  const light = linear(colour);
  return oklab(eyes.map((row) => Math.min(1, Math.max(0, dot(row, light)))) as Triple);
}

test.each(Object.entries(EYES))("no two players look alike to eyes with %s", (_, eyes) => {
  const labs = COLOURS.map((colour) => seen(colour, eyes));
  for (const [i, one] of labs.entries()) {
    for (const [j, other] of labs.entries()) {
      if (j <= i) continue;
      const apart = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
      expect(apart, `${COLOURS[i]} and ${COLOURS[j]}`).toBeGreaterThan(APART);
    }
  }
});

test("dark letters can be read on every one of them", () => {
  const bright = (colour: string) => dot([0.2126, 0.7152, 0.0722], linear(colour));
  for (const colour of COLOURS) expect((bright(colour) + 0.05) / (bright("#1d1208") + 0.05)).toBeGreaterThan(4.5);
});
