export { assetOf, fiatCodes, isFiat, type Asset, type AssetCode, type FiatCode } from './asset.ts';
export { add, amountOf, isMoreThan, negate, subtract, zero, type Amount } from './amount.ts';
export { divCeil, divFloor } from './rounding.ts';
export { parseAmount, parseTyped, type AmountProblem, type ParsedAmount } from './parse.ts';
export { formatAmount, formatParts, toDecimal, type AmountParts, type SignDisplay } from './format.ts';
export { feeOn, feePercent, type FeeKind } from './fee.ts';
export { coinsFor, parsePrice, usdFor, type UsdPerCoin } from './price.ts';
export { priceBuy, priceSell, priceSend } from './trade.ts';
export { usdEquivalentCeil, usdEquivalentFloor } from './fiat-rate.ts';
