x.js
var items = [ // of a study
  ["sep", "Separator", { }],
  [["sg", 1], "DashedSentence", {s: ["The dog", 'bark' + "s."]}, "Question", {q: f(1, "]")}],
  [["pl", [1, 2]], "DashedSentence", {s: "The_dogs bark\u0073."}],
];
