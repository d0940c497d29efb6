/** Receives the elements of an XML file. Names have no namespace prefix. */
export type XmlHandler = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  /** The text between two tags, possibly in several parts. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
};
