import { describe, expect, it } from "vitest";
import { scale, ticks } from "./scale";

describe("axes", () => {
  it("have few, even marks", () => {
    expect(ticks(1, 10, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ticks(0, 37, 8)).toEqual([0, 5, 10, 15, 20, 25, 30, 35]);
    expect(ticks(-3, 60, 8)).toEqual([0, 10, 20, 30, 40, 50, 60]);
  });

  it("place values between their ends", () => {
    const place = scale(0, 10, 100, 200);
    expect(place(0)).toBe(100);
    expect(place(5)).toBe(150);
    expect(scale(3, 3, 0, 50)(3)).toBe(0);
  });
});
