/** Where things happen: what is behind monsters, people and mounts, by set. All within 160 by 120, the floor at 100. */

import type { Chance } from "./chance";
import * as s from "./shapes";

/** Paths by tone: `far` is a little darker than the wall, `mid` a little lighter, `near` deep, `light` an accent. */
export interface Layers {
  far?: string;
  mid?: string;
  near?: string;
  light?: string;
}

export type Backdrop = (chance: Chance) => Layers;

export const FLOOR = 101;

/** A floor with a broken edge. */
function floor(c: Chance, rough: number): string {
  const points: s.Point[] = [
    [0, 120],
    [0, FLOOR],
  ];
  for (let x = 16; x < 160; x += c.whole(12, 24)) points.push([x, FLOOR + c.between(-rough, rough)]);
  return s.polygon(...points, [160, FLOOR], [160, 120]);
}

function hills(c: Chance, foot: number, height: number): string {
  const [a, b] = [c.between(30, 60), c.between(90, 130)];
  return `M0 120V${s.n(foot)}Q${s.n(a / 2)} ${s.n(foot - height * 1.6)} ${s.n(a)} ${s.n(foot - height * 0.3)}T${s.n(b)} ${s.n(foot - height * 0.4)}T160 ${s.n(foot - height * c.next())}V120Z`;
}

function tower(x: number, foot: number, width: number, height: number): string {
  const top = foot - height;
  const tooth = width / 5;
  return (
    s.rect(x, top, width, height) +
    s.rect(x - tooth / 2, top - 4, width + tooth, 5) +
    s.many(3, (i) => s.rect(x - tooth / 2 + i * 2.2 * tooth, top - 9, tooth * 1.4, 6))
  );
}

const dungeon: Record<string, Backdrop> = {
  vault: (c) => {
    const width = c.between(34, 52);
    const shift = c.between(-20, 10);
    const far = s.many(6, (i) => s.arch(shift + i * (width + 10), FLOOR, width, c.between(66, 92)));
    return { far, near: floor(c, 1.5) };
  },
  bricks: (c) => {
    const height = c.between(11, 17);
    const width = height * c.between(1.7, 2.3);
    let mid = "";
    let far = "";
    for (let row = 0; row * height < FLOOR; row++) {
      for (let x = row % 2 ? -width / 2 : 0; x < 160; x += width) {
        if (c.next() < 0.3) mid += s.rect(x + 1, row * height + 1, width - 2, height - 2);
        else if (c.next() < 0.25) far += s.rect(x + 1, row * height + 1, width - 2, height - 2);
      }
    }
    return { mid, far, near: floor(c, 1) };
  },
  cave: (c) => {
    const teeth = (from: number, sign: number, size: number) =>
      s.many(9, (i) => {
        const x = i * 20 + c.between(-6, 2);
        return s.polygon(
          [x - 4, from],
          [x + c.between(4, 10), from + sign * c.between(size * 0.4, size)],
          [x + 20, from],
        );
      });
    return { far: teeth(0, 1, 46), near: teeth(0, 1, 20) + floor(c, 3) + teeth(FLOOR, -1, 13) };
  },
  pillars: (c) => {
    const count = c.whole(3, 5);
    const gap = 160 / count;
    const width = c.between(12, 18);
    const mid = s.many(count + 1, (i) => {
      const x = i * gap - width / 2;
      return s.rect(x, 10, width, FLOOR - 10) + s.rect(x - 4, 4, width + 8, 7) + s.rect(x - 4, FLOOR - 7, width + 8, 7);
    });
    return { mid, far: s.rect(0, 0, 160, 5), near: floor(c, 1) };
  },
  stairs: (c) => {
    const left = c.next() < 0.5;
    const steps = c.whole(5, 8);
    const far = s.many(steps, (i) => {
      const width = 160 - (i * 160) / steps;
      const y = FLOOR - ((i + 1) * 70) / steps;
      return s.rect(left ? 0 : 160 - width, y, width, FLOOR - y);
    });
    return { far: s.arch(left ? 20 : 140, 40, 22, 32), mid: far, near: floor(c, 1) };
  },
  gate: (c) => {
    const bars = c.whole(7, 11);
    const gap = 160 / bars;
    const mid =
      s.many(bars, (i) => s.rect(gap * (i + 0.5) - 1.6, 0, 3.2, FLOOR)) +
      s.rect(0, c.between(20, 34), 160, 4) +
      s.rect(0, c.between(60, 74), 160, 4);
    return { mid, near: floor(c, 1.5) };
  },
  torches: (c) => {
    const [a, b] = [c.between(30, 40), c.between(120, 130)];
    const y = c.between(34, 46);
    return {
      mid: s.circle(a, y - 8, 24) + s.circle(b, y - 8, 24),
      far: s.many(5, (i) => s.rect(0, i * 22 + 18, 160, 1.6)),
      light: s.flame(a, y, 18) + s.flame(b, y, 18),
      near:
        s.polygon([a - 4, y], [a + 4, y], [a + 1, y + 20], [a - 1, y + 20]) +
        s.polygon([b - 4, y], [b + 4, y], [b + 1, y + 20], [b - 1, y + 20]) +
        floor(c, 1.5),
    };
  },
  keep: (c) => {
    const x = c.pick([22, 30, 100, 112]);
    return {
      mid: s.circle(c.between(40, 120), c.between(22, 40), c.between(10, 16)),
      far: hills(c, 92, 26) + tower(x, FLOOR, c.between(18, 26), c.between(50, 66)),
      near: hills(c, 108, 8),
    };
  },
};

function stars(c: Chance, count: number): string {
  return s.many(count, () => {
    const [x, y, r] = [c.between(2, 158), c.between(2, 96), c.between(0.7, 2.4)];
    return r > 1.7 ? s.star(x, y, r * 2, 4, 0.25) : s.circle(x, y, r);
  });
}

const space: Record<string, Backdrop> = {
  planet: (c) => {
    const [x, y, r] = [c.pick([c.between(30, 50), c.between(110, 132)]), c.between(22, 50), c.between(18, 30)];
    return {
      mid: s.circle(x, y, r),
      far: s.circle(x + r * 0.3, y + r * 0.25, r * 0.72),
      light: stars(c, 16),
      near: floor(c, 2),
    };
  },
  ringed: (c) => {
    const [x, y, r] = [c.pick([46, 114]), c.between(28, 48), c.between(15, 22)];
    return {
      mid: s.circle(x, y, r),
      far: s.ellipse(x, y + 2, r * 2, r * 0.42),
      light: stars(c, 14),
      near: hills(c, 106, 7),
    };
  },
  horizon: (c) => {
    const middle = c.between(60, 100);
    const lines = s.many(11, (i) => s.stroke(1.4, [middle + (i - 5) * 7, 74], [middle + (i - 5) * 44, 120]));
    const across = s.many(5, (i) => s.rect(0, 74 + i * i * 2.2, 160, 1.3));
    return {
      far: s.rect(0, 74, 160, 46),
      mid: lines + across + s.circle(middle, 54, c.between(16, 26)),
      light: stars(c, 10),
    };
  },
  hull: (c) => {
    const y = c.between(26, 40);
    const count = c.whole(3, 5);
    const r = c.between(9, 13);
    const at = (i: number) => ((i + 0.5) * 160) / count;
    return {
      mid: s.many(count, (i) => s.ring(at(i), y, r + 4, r)) + s.rect(0, 74, 160, 2) + s.rect(0, 8, 160, 2),
      far: s.many(count, (i) => s.circle(at(i), y, r)),
      light: s.many(count, (i) => s.circle(at(i) + c.between(-5, 5), y + c.between(-5, 5), 1.3)),
      near: floor(c, 0),
    };
  },
  belt: (c) => {
    const rocks = s.many(12, () =>
      s.star(c.between(0, 160), c.between(4, 90), c.between(4, 13), c.whole(5, 7), 0.82, c.next() * 6),
    );
    return { far: rocks, light: stars(c, 14), near: hills(c, 107, 6) };
  },
  orbits: (c) => {
    const [x, y] = [c.between(30, 130), c.between(20, 60)];
    const rings = [24, 40, 58, 78].map((r) => s.ring(x, y, r + 0.8, r - 0.8)).join("");
    const dots = [24, 40, 58, 78].map((r) => {
      const a = c.next() * 6.28;
      return s.circle(x + r * Math.cos(a), y + r * Math.sin(a), c.between(2, 5));
    });
    return { mid: rings + dots.join(""), light: stars(c, 8), near: floor(c, 1) };
  },
  comet: (c) => {
    const [x, y] = [c.between(20, 60), c.between(14, 30)];
    return {
      mid: s.polygon([x, y - 4], [x, y + 4], [x + 110, y + c.between(22, 44)]) + s.circle(x, y, 6),
      light: stars(c, 20),
      near: hills(c, 106, 8),
    };
  },
};

const night: Record<string, Backdrop> = {
  moon: (c) => {
    const [x, y, r] = [c.between(30, 130), c.between(26, 44), c.between(18, 28)];
    return {
      mid: s.circle(x, y, r),
      far: s.many(4, () => s.cloud(c.between(0, 160), c.between(16, 76), c.between(6, 11))),
      near: hills(c, 106, 9),
    };
  },
  crescent: (c) => {
    const [x, y, r] = [c.pick([c.between(22, 50), c.between(110, 138)]), c.between(26, 40), c.between(16, 22)];
    const moon = `M${s.n(x)} ${s.n(y - r)}a${s.n(r)} ${s.n(r)} 0 1 0 ${s.n(r)} ${s.n(r * 1.2)}a${s.n(r * 0.8)} ${s.n(r * 0.8)} 0 1 1 ${s.n(-r)} ${s.n(-r * 1.2)}Z`;
    return {
      mid: moon,
      light: s.many(12, () => s.circle(c.between(4, 156), c.between(4, 70), c.between(0.7, 1.6))),
      far: hills(c, 98, 22),
      near: hills(c, 108, 7),
    };
  },
  minster: (c) => {
    const count = c.whole(3, 4);
    const gap = 160 / count;
    const width = gap * c.between(0.5, 0.66);
    const at = (i: number) => gap * (i + 0.5);
    return {
      far: s.many(count, (i) => s.lancet(at(i), 88, width, 78)),
      mid: s.many(count, (i) => s.rect(at(i) - 1, 12, 2, 76) + s.rect(at(i) - width / 2, 48, width, 2)),
      near: floor(c, 1),
    };
  },
  graves: (c) => {
    const stones = s.many(6, (i) => {
      const x = i * 28 + c.between(2, 16);
      const h = c.between(20, 40);
      return c.next() < 0.6
        ? s.arch(x, FLOOR + 2, c.between(13, 18), h)
        : s.rect(x - 2, FLOOR - h, 4, h) + s.rect(x - 8, FLOOR - h * 0.75, 16, 4);
    });
    return { mid: s.circle(c.between(30, 130), 26, 13), far: stones, near: hills(c, 109, 6) };
  },
  forest: (c) => {
    const trunk = (x: number, w: number) => {
      const lean = c.between(-8, 8);
      return (
        s.polygon([x - w, FLOOR + 4], [x + lean - w / 3, 0], [x + lean + w / 3, 0], [x + w, FLOOR + 4]) +
        s.stroke(
          2,
          [x + lean / 2, c.between(34, 56)],
          [x + c.between(12, 20), c.between(14, 26)],
          [x + c.between(20, 28), c.between(2, 20)],
        ) +
        s.stroke(1.6, [x + lean / 2, c.between(44, 64)], [x - c.between(10, 18), c.between(22, 36)])
      );
    };
    return {
      far: s.many(6, (i) => trunk(i * 30 + c.between(0, 16), c.between(4, 8))),
      mid: s.circle(c.between(40, 120), 34, 18),
      near: floor(c, 3),
    };
  },
  rooftops: (c) => {
    let far = "";
    let light = "";
    for (let x = -6; x < 160;) {
      const width = c.between(20, 34);
      const top = c.between(40, 72);
      far +=
        s.rect(x, top, width, 70) +
        s.polygon([x - 2, top], [x + width / 2, top - c.between(12, 26)], [x + width + 2, top]);
      if (c.next() < 0.6) light += s.rect(x + width / 2 - 2.5, top + c.between(6, 16), 5, 7);
      x += width;
    }
    return { far, light, mid: s.circle(c.between(30, 130), 24, 12), near: floor(c, 1) };
  },
  web: (c) => {
    const [x, y] = c.pick([
      [0, 0],
      [160, 0],
    ] as const);
    const way = x ? -1 : 1;
    const angles = [0.05, 0.4, 0.75, 1.1, 1.5];
    const at = (a: number, r: number): s.Point => [x + way * r * Math.cos(a), y + r * Math.sin(a)];
    const threads = angles.map((a) => s.stroke(1.3, at(a, 0), at(a, 110))).join("");
    const rounds = [24, 44, 66, 90]
      .map((r) => s.stroke(1.2, ...angles.map((a, i) => at(a, i % 2 ? r * 0.92 : r))))
      .join("");
    return { mid: threads + rounds, far: s.lancet(c.between(60, 110), 90, 40, 66), near: floor(c, 2) };
  },
};

const nursery: Record<string, Backdrop> = {
  dots: (c) => {
    const gap = c.between(15, 22);
    const r = gap * c.between(0.2, 0.3);
    const mid = s.many(Math.ceil(160 / gap) * 6, (i) => {
      const row = i % 6;
      return s.circle(Math.floor(i / 6) * gap + (row % 2 ? gap / 2 : 0), row * gap * 0.9 + 4, r);
    });
    return { mid, near: floor(c, 0) };
  },
  stripes: (c) => {
    const width = c.between(9, 15);
    return {
      mid: s.many(Math.ceil(80 / width), (i) => s.rect(i * width * 2, 0, width, FLOOR)),
      light: s.rect(0, FLOOR - 8, 160, 2.4),
      near: floor(c, 0),
    };
  },
  blocks: (c) => {
    let far = "";
    let mid = "";
    const size = c.between(20, 25);
    for (let column = 0; column < 8; column++) {
      const height = c.whole(0, column === 3 || column === 4 ? 2 : 4);
      for (let row = 0; row < height; row++) {
        const [x, y] = [column * size + c.between(-2, 2), FLOOR - (row + 1) * size];
        far += s.rect(x, y, size - 1, size - 1);
        mid += c.pick([
          s.star(x + size / 2, y + size / 2, size * 0.3, 5),
          s.circle(x + size / 2, y + size / 2, size * 0.25),
          s.heart(x + size / 2, y + size / 2, size * 0.24),
        ]);
      }
    }
    return { far, mid, near: floor(c, 0) };
  },
  rainbow: (c) => {
    const x = c.between(50, 110);
    const bows = [70, 52, 34].map((r) => s.ring(x, 96, r, r - 8)).join("");
    return {
      mid: bows,
      far: s.cloud(x - 62, 92, 11) + s.cloud(x + 62, 92, 11) + s.cloud(c.between(10, 150), 18, 7),
      near: hills(c, 107, 6),
    };
  },
  crib: (c) => {
    const gap = c.between(14, 20);
    const top = c.between(22, 40);
    return {
      mid: s.many(Math.ceil(160 / gap), (i) => s.rect(i * gap + 3, top, 4.5, FLOOR - top)) + s.rect(0, top - 5, 160, 7),
      far: s.many(6, () => s.star(c.between(0, 160), c.between(2, top), c.between(2, 5), 5)),
      near: floor(c, 0),
    };
  },
  mobile: (c) => {
    const toys = s.many(5, (i) => {
      const [x, y] = [16 + i * 32 + c.between(-5, 5), c.between(24, 62)];
      const toy = c.pick([s.star(x, y, 9, 5), s.heart(x, y, 7), s.circle(x, y, 7), s.drop(x, y, 6)]);
      return s.rect(x - 0.6, 8, 1.2, y - 10) + toy;
    });
    return { mid: toys + s.rect(8, 6, 144, 3), near: floor(c, 0) };
  },
  bunting: (c) => {
    const y = c.between(10, 22);
    const flags = s.many(9, (i) => {
      const x = i * 18 - 2;
      const sag = Math.sin((i / 8) * Math.PI) * 10;
      return s.polygon([x, y + sag], [x + 15, y + sag], [x + 7.5, y + sag + 17]);
    });
    return {
      mid: flags,
      far: s.many(7, () => s.circle(c.between(0, 160), c.between(46, 92), c.between(3, 8))),
      near: floor(c, 0),
    };
  },
};

/** Places by set. */
export const PLACES: Record<string, Record<string, Backdrop>> = { dungeon, space, night, nursery };
