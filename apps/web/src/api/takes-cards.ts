/** Whether members can pay by card on the page of a card processor. A page setting. */
export const takesCards = () => document.querySelector<HTMLMetaElement>('meta[name="florin-cards"]')?.content === 'on';
