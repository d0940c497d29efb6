/** The help pages that the build makes from docs/use (build/help-topics.ts). */
declare module 'virtual:help-topics' {
  /** A text, or a link to another answer. */
  export type Inline = string | { readonly text: string; readonly answer: string };

  /** A paragraph or a list. */
  export type Block = { readonly paragraph: readonly Inline[] } | { readonly items: readonly (readonly Inline[])[] };

  export type Answer = {
    /** The anchor in the page's URL. */
    readonly id: string;
    readonly question: string;
    readonly blocks: readonly Block[];
  };

  export type Topic = { readonly title: string; readonly answers: readonly Answer[] };

  export const topics: readonly Topic[];
}
