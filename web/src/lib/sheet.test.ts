import { expect, test } from 'vitest';
import { boxOf } from './sheet';

test('the box of a picture is that of its root', () => {
  expect(
    boxOf(
      '<?xml version="1.0"?><svg xmlns="x" viewBox="-76 -69 1053 1108.6" width="10"><svg viewBox="0 0 1 1"/></svg>',
    ),
  ).toEqual({ x: -76, y: -69, w: 1053, h: 1108.6 });
  expect(boxOf('<svg viewBox="0,0,20,30">')).toEqual({ x: 0, y: 0, w: 20, h: 30 });
});

test('what is no picture has no box', () => {
  for (const text of [
    '',
    '<html></html>',
    '<svg>',
    '<svg viewBox="0 0 20">',
    '<svg viewBox="0 0 0 10">',
    '<svg viewBox="a b c d">',
  ])
    expect(boxOf(text), text).toBeUndefined();
});
