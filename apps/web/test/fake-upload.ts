/** A fake XMLHttpRequest. The test acts as the server. */
export class FakeUpload extends EventTarget {
  static readonly all: FakeUpload[] = [];
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  to = '';
  body: FormData | undefined;
  status = 0;
  responseText = '';

  constructor() {
    super();
    FakeUpload.all.push(this);
  }
  open(method: string, url: string) {
    this.to = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }

  emitProgress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.dispatchEvent(new Event('load'));
  }
}
