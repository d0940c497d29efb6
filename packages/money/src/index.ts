export { assetOf, fiatCodes, isFiat, type Asset, type AssetCode, type FiatCode } from './asset.ts';
export { add, amountOf, isMoreThan, negate, subtract, zero, type Amount } from './amount.ts';
export { divCeil, divFloor } from './rounding.ts';
export { bareFigure, namesOf } from './bare-figure.ts';
export { parseAmount, parseTyped, typedDecimal, type AmountProblem, type ParsedAmount } from './parse.ts';
export { formatAmount, formatParts, toDecimal, type AmountParts, type SignDisplay } from './format.ts';
export {
  defaultFeeRates,
  feeOn,
  feePercent,
  largestWithFee,
  type FeeKind,
  type FeeRate,
  type FeeRates,
} from './fee.ts';
export { averagePrice, coinsFor, parsePrice, priceText, usdCostOf, usdFor, type UsdPerCoin } from './price.ts';
export { afterBuying, afterSelling, noPosition, type Position } from './position.ts';
export { priceSend } from './send.ts';
export { isDust, priceBuy, priceBuyCoins, priceSell, smallestPurchase } from './trade.ts';
export { largestWithin, usdEquivalentCeil, usdEquivalentFloor } from './fiat-rate.ts';
export { priceExchange, priceExchangeFor, priceExchangeOf, rateText, type MidRates } from './exchange.ts';
export {
  parseQuantity,
  parseTaxRate,
  priceInvoice,
  quantityText,
  taxRateText,
  taxRoundings,
  type InvoiceLine,
  type InvoiceTotals,
  type Quantity,
  type TaxRate,
  type TaxRounding,
} from './invoice.ts';
