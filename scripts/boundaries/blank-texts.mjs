/**
 * Returns the code of a source at the same character positions, with texts and comments blanked, and its templates. The
 * insides of `${…}` count as code. A slash starts a regular expression where no value can end before it.
 */
export function blankTexts(source) {
  const templates = [];
  const code = [];
  let at = 0;

  const skip = (count, kept = '') => {
    for (let n = 0; n < count; n++) code.push(source[at + n] === '\n' ? '\n' : (kept[n] ?? ' '));
    at += count;
  };
  const keep = () => code.push(source[at++]);
  const skipTo = (end) => skip(Math.max(1, (end < 0 ? source.length : end) - at));

  const text = (quote) => {
    keep();
    while (at < source.length && source[at] !== quote) skip(source[at] === '\\' ? 2 : 1);
    if (at < source.length) keep();
  };
  const pattern = () => {
    const found = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//.exec(source.slice(at));
    if (found) skip(found[0].length);
    else keep();
  };
  const template = () => {
    const own = { start: at, words: '', parts: [] };
    templates.push(own);
    keep();
    while (at < source.length && source[at] !== '`') {
      if (source.startsWith('${', at)) own.parts.push(part());
      else {
        own.words += source[at];
        skip(source[at] === '\\' ? 2 : 1);
      }
    }
    own.end = at;
    if (at < source.length) keep();
  };
  const part = () => {
    skip(2);
    const start = at;
    run('}');
    const inside = code.slice(start, at).join('');
    if (at < source.length) skip(1);
    return inside;
  };
  const run = (end) => {
    for (let depth = 0; at < source.length;) {
      const sign = source[at];
      if (depth === 0 && sign === end) return;
      if (sign === '{') depth += 1;
      if (sign === '}') depth -= 1;
      if (sign === "'" || sign === '"') text(sign);
      else if (sign === '`') template();
      else if (source.startsWith('//', at)) skipTo(source.indexOf('\n', at));
      else if (source.startsWith('/*', at)) skipTo(source.indexOf('*/', at) + 2);
      else if (sign === '/' && /(?:^|[(,=:[!&|?{};]|=>|\breturn)\s*$/.test(code.slice(-40).join(''))) pattern();
      else keep();
    }
  };
  run('');
  return { code: code.join(''), templates };
}
