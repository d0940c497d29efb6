/**
 * Returns the code of a source and its templates. The code has blanks in place of texts and comments, so all positions
 * stay. The insides of `${…}` count as code. A slash starts a regular expression if no value can end before the slash.
 *
 * `texts` has each outermost text without its code: `«` and `»` represent `${` and `}`, and `¦` precedes each text
 * between these signs.
 */
export function blankTexts(source) {
  const templates = [];
  const code = [];
  const said = [];
  const texts = [];
  let at = 0;

  const skip = (count) => {
    for (let n = 0; n < count; n++) code.push(source[at + n] === '\n' ? '\n' : ' ');
    at += count;
  };
  const say = (count) => {
    const escaped = /^\\[nrt]/.test(source.slice(at, at + 2));
    said.push(escaped ? ' ' : source.slice(at + count - 1, at + count));
    skip(count);
  };
  let depth = 0;
  const literal = (read) => {
    if (depth++ > 0) said.push('¦');
    keep();
    read();
    if (at < source.length) keep();
    if (--depth === 0) texts.push(said.splice(0).join(''));
  };
  const keep = () => code.push(source[at++]);
  const skipTo = (end) => skip(Math.max(1, (end < 0 ? source.length : end) - at));

  const text = (quote) => {
    while (at < source.length && source[at] !== quote) say(source[at] === '\\' ? 2 : 1);
  };
  const pattern = () => {
    const found = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//.exec(source.slice(at));
    if (found) skip(found[0].length);
    else keep();
  };
  const template = () => {
    const own = { start: at - 1, words: '', parts: [] };
    templates.push(own);
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) own.parts.push(part());
      else {
        own.words += source[at];
        say(source[at] === '\\' ? 2 : 1);
      }
    }
    own.end = at;
  };
  const part = () => {
    said.push('«');
    skip(2);
    const start = at;
    run('}');
    const inside = code.slice(start, at).join('');
    if (at < source.length) skip(1);
    said.push('»');
    return inside;
  };
  const run = (end) => {
    for (let braces = 0; at < source.length;) {
      const sign = source[at];
      if (braces === 0 && sign === end) return;
      if (sign === '{') braces += 1;
      if (sign === '}') braces -= 1;
      if (sign === "'" || sign === '"') literal(() => text(sign));
      else if (sign === '`') literal(template);
      else if (source.startsWith('//', at)) skipTo(source.indexOf('\n', at));
      else if (source.startsWith('/*', at)) skipTo(source.indexOf('*/', at) + 2);
      else if (sign === '/' && /(?:^|[(,=:[!&|?{};]|=>|\breturn)\s*$/.test(code.slice(-40).join(''))) pattern();
      else keep();
    }
  };
  run('');
  return { code: code.join(''), templates, texts };
}
