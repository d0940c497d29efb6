/** What comes where the answer was lost on its way. */
export const noAnswer = (): Response => {
  throw new TypeError('the network is gone');
};
export const pageOfProxy = () => new Response('<h1>504 Gateway Time-out</h1>', { status: 504 });

export const lostAnswers = [
  ['nothing', noAnswer],
  ['the page of a proxy that waited in vain', pageOfProxy],
] as const;
