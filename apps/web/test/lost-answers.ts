/** The responses that a client gets after the loss of the server's response. */
export const noAnswer = (): Response => {
  throw new TypeError('network error');
};
export const gatewayTimeoutPage = () => new Response('<h1>504 Gateway Time-out</h1>', { status: 504 });

export const lostAnswers = [
  ['no response', noAnswer],
  ['a gateway timeout page', gatewayTimeoutPage],
] as const;
