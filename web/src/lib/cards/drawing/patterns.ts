/** What is behind things that are no place: Items on show, spells, Curses, coats of arms. Within 160 by 120. */

import type { Chance } from "./chance";
import type { Backdrop } from "./places";
import * as s from "./shapes";

const MIDDLE = [80, 60] as const;

function rays(c: Chance, count: number, reach = 130): string {
  const turn = c.next() * Math.PI;
  return s.many(count, (i) => s.ray(...MIDDLE, turn + (i * 2 * Math.PI) / count, Math.PI / count, reach));
}

function grid(gapX: number, gapY: number, one: (x: number, y: number, odd: boolean) => string): string {
  let found = "";
  for (let row = 0; row * gapY < 130; row++) {
    for (let x = row % 2 ? gapX / 2 : 0; x < 160 + gapX; x += gapX) found += one(x, row * gapY, row % 2 === 1);
  }
  return found;
}

function zigzag(y: number, height: number, teeth: number, width: number): string {
  return s.stroke(
    width,
    ...Array.from({ length: teeth + 1 }, (_, i): s.Point => [(i * 160) / teeth, y + (i % 2 ? height : 0)]),
  );
}

/** A chevron from edge to edge that points up (or, with a negative height, down). */
function chevron(y: number, height: number, width: number): string {
  return s.polygon(
    [0, y + height],
    [80, y],
    [160, y + height],
    [160, y + height + width],
    [80, y + width],
    [0, y + height + width],
  );
}

function spiral(c: Chance, turns: number, width: number): string {
  const start = c.next() * 6.28;
  const way = c.next() < 0.5 ? 1 : -1;
  const points = Array.from({ length: turns * 14 }, (_, i): s.Point => {
    const a = start + (way * i * Math.PI) / 7;
    const r = 3 + i * (96 / (turns * 14));
    return [80 + r * Math.cos(a), 60 + r * Math.sin(a)];
  });
  return s.stroke(width, ...points);
}

export const show: Record<string, Backdrop> = {
  sunburst: (c) => ({ mid: rays(c, c.whole(8, 16)) }),
  lattice: (c) => {
    const [w, h] = [c.between(18, 28), c.between(18, 30)];
    return {
      mid: grid(w, h / 2, (x, y) => s.polygon([x, y - h * 0.4], [x + w * 0.4, y], [x, y + h * 0.4], [x - w * 0.4, y])),
    };
  },
  halo: (c) => {
    const step = c.between(11, 17);
    return { mid: s.many(5, (i) => s.ring(80, 60, (i * 2 + 2) * step, (i * 2 + 1) * step)) };
  },
  shelf: (c) => {
    const y = c.between(92, 100);
    return {
      far: s.many(5, (i) => s.rect(i * 40 - c.between(0, 20), 0, c.between(6, 14), y)),
      near: s.rect(0, y, 160, 6) + s.rect(0, 112, 160, 8),
      mid: s.ellipse(80, y, 54, 5),
    };
  },
  curtain: (c) => {
    const folds = c.whole(5, 7);
    return {
      mid: s.many(
        folds,
        (i) =>
          `M${s.n(i * 8)} 0Q${s.n(i * 7 + 6)} 60 ${s.n(i * 4)} 120h3Q${s.n(i * 7 + 10)} 60 ${s.n(i * 8 + 4)} 0Z` +
          `M${s.n(160 - i * 8)} 0Q${s.n(154 - i * 7)} 60 ${s.n(160 - i * 4)} 120h-3Q${s.n(150 - i * 7)} 60 ${s.n(156 - i * 8)} 0Z`,
      ),
      far: s.ellipse(80, 104, 60, 10),
    };
  },
};

export const headgear: Record<string, Backdrop> = {
  ...show,
  laurel: (c) => {
    const r = c.between(46, 54);
    const leaves = (way: number) =>
      s.many(8, (i) => {
        const a = Math.PI / 2 + way * (0.35 + i * 0.3);
        return s.leaf(80 + r * Math.cos(a), 62 + r * Math.sin(a), 17, a + way * 2.2);
      });
    return { mid: leaves(1) + leaves(-1), far: s.circle(80, 60, r - 12) };
  },
};

export const armor: Record<string, Backdrop> = {
  scales: (c) => {
    const r = c.between(9, 14);
    return { mid: grid(r * 2, r, (x, y) => s.ring(x, y, r, r - 2)) };
  },
  mail: (c) => {
    const r = c.between(6, 9);
    return { mid: grid(r * 2.2, r * 1.1, (x, y) => s.ring(x, y, r, r - 1.6)), far: s.circle(80, 60, 50) };
  },
  plates: (c) => {
    const height = c.between(15, 22);
    return { mid: s.many(8, (i) => chevron(i * height - 40, 26, height * 0.45)) };
  },
  halo: show["halo"] as Backdrop,
};

export const footgear: Record<string, Backdrop> = {
  road: (c) => {
    const x = c.between(60, 100);
    return {
      mid: s.polygon([x - 7, 40], [x + 7, 40], [150, 120], [10, 120]),
      far: s.rect(0, 40, 160, 80),
      light: s.many(4, (i) => s.rect(x - 1 - i, 48 + i * i * 6, 2 + i * 2, 5 + i * 2)),
    };
  },
  speed: (c) => ({
    mid: s.many(13, (i) => s.rect(c.between(-30, 90), i * 9.4 + c.between(0, 4), c.between(36, 90), 2.6)),
  }),
  tiles: (c) => {
    const w = c.between(22, 32);
    return {
      mid: grid(w, w / 2, (x, y, odd) =>
        odd ? s.polygon([x, y - w / 2], [x + w / 2, y], [x, y + w / 2], [x - w / 2, y]) : "",
      ),
      far: s.ellipse(80, 100, 62, 14),
    };
  },
  steps: (c) => {
    const way = c.next() < 0.5;
    return {
      mid: s.many(7, (i) => {
        const [x, y] = [way ? 10 + i * 24 : 150 - i * 24, 108 - i * 16 + (i % 2 ? 10 : -4)];
        return s.ellipse(x, y, 5, 8) + s.circle(x, y + 12, 3.6);
      }),
    };
  },
};

export const hand: Record<string, Backdrop> = {
  sunburst: show["sunburst"] as Backdrop,
  lattice: show["lattice"] as Backdrop,
  slashes: (c) => {
    const lean = c.pick([-60, 60]);
    return {
      mid: s.many(6, () => {
        const x = c.between(-20, 160);
        const width = c.between(3, 11);
        return s.polygon([x, 0], [x + width, 0], [x + width / 2 + lean, 120], [x + lean, 120]);
      }),
    };
  },
  clash: (c) => {
    const points = c.whole(9, 14);
    return {
      mid: s.star(80, 60, 88, points, c.between(0.5, 0.7), c.next()),
      far: s.star(80, 60, 56, points, 0.6, c.next()),
    };
  },
  targe: (c) => {
    const step = c.between(13, 18);
    return { mid: s.ring(80, 60, step * 4, step * 3) + s.ring(80, 60, step * 2, step), far: rays(c, 6, 70) };
  },
};

export const brew: Record<string, Backdrop> = {
  bubbles: (c) => ({
    mid: s.many(16, () => {
      const r = c.between(3, 14);
      return s.ring(c.between(0, 160), c.between(0, 120), r, r * 0.72);
    }),
    far: s.many(8, () => s.circle(c.between(0, 160), c.between(0, 120), c.between(4, 12))),
  }),
  bang: (c) => {
    const points = c.whole(10, 15);
    const turn = c.next();
    return { mid: s.star(80, 60, c.between(74, 92), points, 0.66, turn), far: s.star(80, 60, 54, points, 0.7, turn) };
  },
  swirl: (c) => ({ mid: spiral(c, 3, c.between(7, 11)) }),
  fumes: (c) => ({ mid: s.many(9, () => s.cloud(c.between(0, 160), c.between(6, 116), c.between(7, 14))) }),
  waves: (c) => {
    const height = c.between(6, 10);
    return {
      mid: s.many(6, (i) => {
        const y = 12 + i * 20;
        return `M0 ${s.n(y)}Q20 ${s.n(y - height)} 40 ${s.n(y)}T80 ${s.n(y)}T120 ${s.n(y)}T160 ${s.n(y)}v5Q140 ${s.n(y + 5 + height)} 120 ${s.n(y + 5)}T80 ${s.n(y + 5)}T40 ${s.n(y + 5)}T0 ${s.n(y + 5)}Z`;
      }),
    };
  },
};

export const hex: Record<string, Backdrop> = {
  spiral: (c) => ({ mid: spiral(c, c.whole(3, 5), c.between(4, 8)) }),
  lightning: (c) => ({
    mid: s.many(4, (i) => s.bolt(14 + i * 40 + c.between(-8, 12), c.between(-6, 20), c.between(60, 100))),
    far: s.many(3, () => s.cloud(c.between(10, 150), c.between(0, 14), c.between(12, 18))),
  }),
  cracks: (c) => ({
    mid: s.many(8, () => {
      const a = c.next() * 6.28;
      const at = (r: number, turn: number): s.Point => [80 + r * Math.cos(a + turn), 60 + r * Math.sin(a + turn)];
      return s.polygon(
        at(16, 0.2),
        at(46, c.between(-0.2, 0.2)),
        at(112, c.between(-0.25, 0.25)),
        at(50, c.between(0.15, 0.35)),
      );
    }),
  }),
  eyes: (c) => {
    const eye = (x: number, y: number, w: number) =>
      `M${s.n(x - w)} ${s.n(y)}Q${s.n(x)} ${s.n(y - w)} ${s.n(x + w)} ${s.n(y)}Q${s.n(x)} ${s.n(y + w)} ${s.n(x - w)} ${s.n(y)}Z`;
    const places = Array.from(
      { length: 7 },
      (_, i) =>
        [
          14 + (i % 4) * 44 + c.between(-8, 8),
          i < 4 ? c.between(10, 30) : c.between(88, 112),
          c.between(7, 12),
        ] as const,
    );
    return {
      mid: places.map(([x, y, w]) => eye(x, y, w)).join(""),
      near: places.map(([x, y, w]) => s.ellipse(x, y, w * 0.18, w * 0.42)).join(""),
    };
  },
  shards: (c) => ({
    mid: zigzag(8, 14, c.whole(7, 12), 4) + zigzag(98, 14, c.whole(7, 12), 4),
    far: zigzag(30, 18, c.whole(6, 10), 5) + zigzag(72, 18, c.whole(6, 10), 5),
  }),
  doom: (c) => ({ far: rays(c, 11), mid: s.ring(80, 60, 58, 53) + s.star(80, 60, 53, 5, 0.4, c.next()) }),
};

export const arms: Record<string, Backdrop> = {
  pale: () => ({ mid: s.rect(80, 0, 80, 120) }),
  bend: (c) => ({
    mid: c.next() < 0.5 ? s.polygon([0, 0], [160, 0], [160, 120]) : s.polygon([0, 0], [160, 0], [0, 120]),
  }),
  quarterly: (c) => ({
    mid: c.next() < 0.5 ? s.rect(0, 0, 80, 60) + s.rect(80, 60, 80, 60) : s.rect(80, 0, 80, 60) + s.rect(0, 60, 80, 60),
  }),
  chevron: (c) => ({ mid: chevron(c.between(10, 34), 62, c.between(20, 34)) }),
  saltire: (c) => {
    const w = c.between(18, 30);
    return {
      mid:
        s.polygon([0, 0], [w, 0], [160, 120], [160 - w, 120]) + s.polygon([160, 0], [160 - w, 0], [0, 120], [w, 120]),
    };
  },
  cross: (c) => {
    const w = c.between(20, 34);
    return {
      mid: s.rect(80 - w / 2, 0, w, 120) + s.rect(0, 60 - w / 2, 80 - w / 2, w) + s.rect(80 + w / 2, 60 - w / 2, 80, w),
    };
  },
  barry: (c) => {
    const count = c.whole(3, 5);
    const height = 120 / (count * 2);
    return { mid: s.many(count, (i) => s.rect(0, i * 2 * height, 160, height)) };
  },
  lozenges: (c) => {
    const w = c.between(26, 38);
    return {
      mid: grid(w, w * 0.7, (x, y) =>
        s.polygon([x, y - w * 0.6], [x + w * 0.42, y], [x, y + w * 0.6], [x - w * 0.42, y]),
      ),
    };
  },
  roundel: (c) => ({ mid: s.circle(80, 60, c.between(50, 56)), far: s.ring(80, 60, 48, 45) }),
};

export const boost: Record<string, Backdrop> = {
  arrows: (c) => {
    const height = c.between(15, 20);
    return { mid: s.many(7, (i) => chevron(i * height * 2 - 50, 38, height)) };
  },
  plus: (c) => {
    const w = c.between(24, 32);
    return {
      mid: grid(
        w,
        w * 0.62,
        (x, y) => s.rect(x - 2, y - 6, 4, 12) + s.rect(x - 6, y - 2, 4, 4) + s.rect(x + 2, y - 2, 4, 4),
      ),
    };
  },
  growing: (c) => {
    const x = c.pick([0, 160]);
    return {
      mid: [150, 110, 74, 42].map((r, i) => (i % 2 ? "" : s.ring(x, 120, r, r - 22))).join(""),
      far: [130, 92].map((r) => s.ring(x, 120, r, r - 16)).join(""),
    };
  },
  gears: (c) => ({
    mid: s.many(5, () => {
      const [x, y, r] = [c.between(0, 160), c.between(0, 120), c.between(12, 22)];
      return s.star(x, y, r, 10, 0.78, c.next());
    }),
  }),
};

export const rise: Record<string, Backdrop> = {
  steps: (c) => {
    const count = c.whole(5, 9);
    const left = c.next() < 0.5;
    return {
      mid: s.many(count, (i) => {
        const w = 160 / count;
        const h = ((i + 1) * 96) / count;
        return s.rect(left ? i * w : 160 - (i + 1) * w, 120 - h, w - 1, h);
      }),
    };
  },
  dawn: (c) => {
    const x = c.between(50, 110);
    return {
      mid: s.many(9, (i) => s.ray(x, 120, Math.PI + (Math.PI * (i + 0.5)) / 9, Math.PI / 18, 190)),
      near: s.circle(x, 124, 24),
    };
  },
  pennants: (c) => ({
    mid: s.many(5, (i) => {
      const x = 8 + i * 36;
      const h = c.between(40, 100);
      return s.rect(x, 120 - h, 2.4, h) + s.polygon([x + 2, 120 - h], [x + 26, 128 - h], [x + 2, 138 - h]);
    }),
  }),
  stars: (c) => ({ mid: s.many(14, (i) => s.star(c.between(0, 160), 112 - i * 8, 3 + i * 0.75, 5)) }),
  ladder: (c) => {
    const x = c.pick([16, 112]);
    return {
      mid: s.rect(x, 0, 4, 120) + s.rect(x + 26, 0, 4, 120) + s.many(8, (i) => s.rect(x + 4, i * 15 + 6, 22, 3.4)),
      far: rays(c, 9),
    };
  },
};

export const mind: Record<string, Backdrop> = {
  ripples: (c) => {
    const y = c.between(50, 100);
    return { mid: s.many(6, (i) => s.ring(80, y, 18 + i * 19, 14 + i * 19)) };
  },
  cells: (c) => {
    const r = c.between(11, 16);
    return { mid: grid(r * 3.5, r, (x, y) => (c.next() < 0.55 ? s.star(x, y, r * 0.92, 3, 1, Math.PI / 6) : "")) };
  },
  aura: (c) => ({ mid: rays(c, c.whole(18, 26)), far: s.circle(80, 60, 50) }),
  spheres: (c) => ({
    mid: s.many(7, () => s.ring(c.between(10, 150), c.between(8, 112), c.between(14, 26), c.between(9, 13))),
  }),
};

export const gateway: Record<string, Backdrop> = {
  rings: (c) => {
    const step = c.between(8, 12);
    return { mid: s.many(6, (i) => s.ring(80, 60, (i * 2 + 2) * step, (i * 2 + 1.2) * step)) };
  },
  arches: (c) => {
    const step = c.between(20, 28);
    return {
      far: s.arch(80, 120, step * 5, 118),
      mid: s.arch(80, 120, step * 3.7, 104),
      near: s.arch(80, 120, step * 2.6, 92),
    };
  },
  vortex: (c) => ({ mid: spiral(c, 4, c.between(8, 12)), far: s.circle(80, 60, 30) }),
  doors: (c) => {
    const open = c.between(20, 34);
    return {
      mid:
        s.polygon([80 - open, 6], [80 - open - 28, 0], [80 - open - 28, 120], [80 - open, 112]) +
        s.polygon([80 + open, 6], [80 + open + 28, 0], [80 + open + 28, 120], [80 + open, 112]),
      near: s.rect(80 - open, 6, open * 2, 106),
    };
  },
};

export const trick: Record<string, Backdrop> = {
  confetti: (c) => ({
    mid: s.many(34, () => {
      const [x, y] = [c.between(0, 160), c.between(0, 120)];
      return s.stroke(c.between(2.4, 4.6), [x, y], [x + c.between(-7, 7), y + c.between(-7, 7)]);
    }),
    light: s.many(9, () => s.circle(c.between(0, 160), c.between(0, 120), 1.8)),
  }),
  fan: (c) => {
    const count = c.whole(5, 7);
    return {
      mid: s.many(count, (i) => {
        const a = -Math.PI / 2 + (i - (count - 1) / 2) * 0.36;
        return s.stroke(
          26,
          [80 + 44 * Math.cos(a), 140 + 44 * Math.sin(a)],
          [80 + 124 * Math.cos(a), 140 + 124 * Math.sin(a)],
        );
      }),
      far: s.circle(80, 128, 40),
    };
  },
  pips: (c) => {
    const r = c.between(7, 10);
    const eyes = c.pick([[4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]);
    return {
      far: s.rect(30, 10, 100, 100),
      mid: eyes.map((i) => s.circle(50 + (i % 3) * 30, 30 + Math.floor(i / 3) * 30, r)).join(""),
    };
  },
  checks: (c) => {
    const w = c.between(16, 26);
    return { mid: grid(w * 2, w, (x, y) => s.rect(x, y, w, w)) };
  },
};
