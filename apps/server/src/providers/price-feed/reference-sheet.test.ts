import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { referenceSheet } from './reference-sheet.ts';

const icons = new URL('../../../../web/public/coins/', import.meta.url);
const iconFiles = readdirSync(icons).filter((file) => file.endsWith('.svg'));
const readIcon = (file: string) => readFileSync(new URL(file, icons), 'utf8');
const iconOf = (symbol: string) => `${symbol.toLowerCase()}.svg`;

describe('the reference sheet', () => {
  test('lists at least 190 coins, more than the landing page claims', () => {
    expect(referenceSheet.length).toBeGreaterThanOrEqual(190);
  });

  test('gives every coin a unique name and a symbol that is a valid asset code', () => {
    expect(new Set(referenceSheet.map((coin) => coin.symbol)).size).toBe(referenceSheet.length);
    expect(new Set(referenceSheet.map((coin) => coin.name)).size).toBe(referenceSheet.length);
    expect(referenceSheet.map((coin) => coin.symbol).filter((symbol) => !/^[A-Z0-9]{2,10}$/.test(symbol))).toEqual([]);
  });

  test('gives exact prices of at least a millionth of a dollar', () => {
    const wrong = referenceSheet.filter(
      (coin) => !/^(0|[1-9]\d*)(\.\d{1,10})?$/.test(coin.usdPerCoin) || Number(coin.usdPerCoin) < 0.000001,
    );
    expect(wrong).toEqual([]);
  });

  test('gives supplies in whole coins and daily volatilities of at most 10 %', () => {
    const isWhole = (supply: string) => /^[1-9]\d*$/.test(supply);
    expect(referenceSheet.filter((coin) => !isWhole(coin.supply))).toEqual([]);
    const isPlausible = (percent: number) => percent > 0 && percent <= 10;
    expect(referenceSheet.filter((coin) => !isPlausible(coin.dailyVolatilityPercent))).toEqual([]);
  });

  test('prices a dollar-pegged coin within 0.1 % of one dollar', () => {
    const pegged = referenceSheet.filter((coin) => coin.beta === 0);
    expect(pegged.map((coin) => coin.symbol)).toContain('USDT');
    expect(pegged.filter((coin) => Math.abs(Number(coin.usdPerCoin) - 1) > 0.001)).toEqual([]);
  });

  test('orders coins by descending market cap', () => {
    const caps = referenceSheet.map((coin) => Number(coin.usdPerCoin) * Number(coin.supply));
    expect(caps).toEqual(caps.toSorted((one, other) => other - one));
  });
});

describe('the coin icons', () => {
  test('each listed coin has an icon, and no other coin has one', () => {
    expect(iconFiles.toSorted()).toEqual(referenceSheet.map((coin) => iconOf(coin.symbol)).toSorted());
  });

  test('uses small icons without scripts or external references', () => {
    const runsOrLoads = /<script|<foreignObject|<image|<style|\son\w+=|href="(?!#)|url\((?!#)/i;
    const wrong = iconFiles.filter((file) => {
      const svg = readIcon(file);
      return svg.length > 7 * 1024 || !svg.startsWith('<svg ') || runsOrLoads.test(svg);
    });
    expect(wrong).toEqual([]);
  });

  test('prefixes the ids in an icon with the coin’s symbol', () => {
    const wrong = iconFiles.filter((file) => {
      const ids = Array.from(readIcon(file).matchAll(/\sid="([^"]*)"/g), ([, id]) => id);
      return ids.some((id) => !id?.startsWith(`${file.slice(0, -'.svg'.length)}-`));
    });
    expect(wrong).toEqual([]);
  });
});
