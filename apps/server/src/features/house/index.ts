export { coinsOut, notInStock, openHouse, type House } from './stock.ts';
export { housePositions } from './positions.ts';
export { positionsJson, positionsTable } from './positions-text.ts';
export { proposeSupply } from './propose-supply.ts';
export { houseRoutes } from './routes.ts';
