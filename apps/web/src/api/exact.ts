export { fromExact } from '@florin/contract';
