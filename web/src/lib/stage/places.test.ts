import { expect, test } from "vitest";
import { within } from "./places";

const PHONE = { width: 390, height: 844 };

test("a card is put into the middle of its box", () => {
  expect(within({ x: 100, y: 200, width: 120, height: 170.4 }, 1, PHONE)).toBe("translate(100px, 200px) scale(1)");
});

test("a card of somebody who is out of sight is at the edge, whole, with its token", () => {
  const plate = { y: 54, width: 180, height: 46 };
  const left = within({ ...plate, x: -172 }, 1.5, PHONE);
  const right = within({ ...plate, x: 420 }, 1.5, PHONE);
  expect(left).toMatch(/^translate\(0px, .* scale\(0\.3\)$/);
  expect(right).toMatch(/^translate\(345px, .* scale\(0\.3\)$/);
});

test("nor is it above or below the screen", () => {
  expect(within({ x: 100, y: -300, width: 120, height: 170 }, 1, PHONE)).toMatch(/, 30px\)/);
  expect(within({ x: 100, y: 900, width: 120, height: 170 }, 0.5, PHONE)).toMatch(/, 758\.8/);
});
