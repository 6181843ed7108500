// How many ways lead through each function: `node tests/complexity.cjs TYPESCRIPT FILE …` lists those with more than 15.

const fs = require("fs");
const ts = require(process.argv[2]);

const MOST = 15;
const kinds = ts.SyntaxKind;
const FORKS = new Set([
  kinds.IfStatement,
  kinds.ForStatement,
  kinds.ForInStatement,
  kinds.ForOfStatement,
  kinds.WhileStatement,
  kinds.DoStatement,
  kinds.CaseClause,
  kinds.CatchClause,
  kinds.ConditionalExpression,
]);
const SHORT = new Set(["&&", "||", "??", "&&=", "||=", "??="]);

/** Whether the way may go on in two directions here. */
function forks(node) {
  if (FORKS.has(node.kind) || node.questionDotToken) return true;
  if (ts.isBinaryExpression(node)) return SHORT.has(node.operatorToken.getText());
  return (ts.isParameter(node) || ts.isBindingElement(node)) && !!node.initializer;
}

/** The ways through a function, without those it holds, which are counted for themselves. */
function count(file, source, node) {
  let ways = 1;
  const walk = (inner) => {
    if (ts.isFunctionLike(inner)) return count(file, source, inner);
    if (forks(inner)) ways++;
    ts.forEachChild(inner, walk);
  };
  ts.forEachChild(node, walk);
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  if (ways > MOST) console.log(`${file}:${line} ${ways}`);
}

for (const file of process.argv.slice(3)) {
  const source = ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  count(file, source, source);
}
