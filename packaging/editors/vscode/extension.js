// The client of `dps language-server` in VS Code. It uses no library beside VS Code itself, so that the
// extension needs no build: it speaks the part of the Language Server Protocol that the server has.
"use strict";
const vscode = require("vscode");
const { spawn } = require("child_process");

const LANGUAGES = ["dps", "dps-machine", "dps-hosts", "dps-model"];
let server;

/** The server's process, with the requests that wait for an answer. */
class Server {
  constructor(program, onNotification, onEnd) {
    this.child = spawn(program, ["language-server"], { stdio: ["pipe", "pipe", "ignore"] });
    this.child.on("error", onEnd);
    this.child.on("exit", () => onEnd());
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (bytes) => this.take(bytes));
    this.onNotification = onNotification;
    this.waiting = new Map();
    this.lastId = 0;
    this.bytes = Buffer.alloc(0);
  }

  send(message) {
    const content = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.child.stdin.write(content);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params, token) {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      token?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
      this.send({ id, method, params });
    });
  }

  take(bytes) {
    this.bytes = Buffer.concat([this.bytes, bytes]);
    for (;;) {
      const end = this.bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: *(\d+)/i.exec(this.bytes.toString("latin1", 0, end))[1]);
      if (this.bytes.length < end + 4 + length) return;
      const message = JSON.parse(this.bytes.toString("utf8", end + 4, end + 4 + length));
      this.bytes = this.bytes.subarray(end + 4 + length);
      const asked = this.waiting.get(message.id);
      if (asked === undefined) {
        this.onNotification(message);
      } else {
        this.waiting.delete(message.id);
        if (message.error) asked.reject(new Error(message.error.message));
        else asked.resolve(message.result);
      }
    }
  }
}

const position = (p) => ({ line: p.line, character: p.character });
const range = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const plainRange = (r) => ({ start: position(r.start), end: position(r.end) });
const markdown = (m) => new vscode.MarkdownString(m.value);
const at = (document, place) => ({ textDocument: { uri: document.uri.toString() }, position: position(place) });

function workspaceEdit(edit) {
  const out = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(edit.changes)) {
    out.set(vscode.Uri.parse(uri), edits.map((e) => vscode.TextEdit.replace(range(e.range), e.newText)));
  }
  return out;
}

function diagnostic(d) {
  const out = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
  out.source = d.source;
  out.relatedInformation = (d.relatedInformation ?? []).map((note) => new vscode.DiagnosticRelatedInformation(
    new vscode.Location(vscode.Uri.parse(note.location.uri), range(note.location.range)), note.message));
  return out;
}

function plainDiagnostic(d) {
  return { range: plainRange(d.range), message: d.message, relatedInformation: (d.relatedInformation ?? []).map(
    (note) => ({ location: { uri: note.location.uri.toString(), range: plainRange(note.location.range) }, message: note.message })) };
}

/** Registers the features of the server. */
function registerFeatures(context) {
  const ask = (method, params, token) => server.request(`textDocument/${method}`, params, token);
  const add = (registration) => context.subscriptions.push(registration);
  const languages = vscode.languages;
  add(languages.registerHoverProvider("dps", { async provideHover(d, p, token) {
    const hover = await ask("hover", at(d, p), token);
    return hover && new vscode.Hover(markdown(hover.contents), range(hover.range));
  } }));
  add(languages.registerCompletionItemProvider("dps", { async provideCompletionItems(d, p, token) {
    return (await ask("completion", at(d, p), token) ?? []).map((each) => {
      const item = new vscode.CompletionItem(each.label, each.kind - 1);
      item.detail = each.detail;
      item.documentation = markdown(each.documentation);
      item.range = range(each.textEdit.range);
      item.insertText = each.textEdit.newText;
      return item;
    });
  } }, "-", "{", ",", "|", " "));
  const locations = (all) => (all ?? []).map((l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range)));
  add(languages.registerDefinitionProvider("dps", { async provideDefinition(d, p, token) {
    return locations(await ask("definition", at(d, p), token));
  } }));
  add(languages.registerReferenceProvider("dps", { async provideReferences(d, p, context, token) {
    return locations(await ask("references", { ...at(d, p), context }, token));
  } }));
  add(languages.registerDocumentHighlightProvider("dps", { async provideDocumentHighlights(d, p, token) {
    return (await ask("documentHighlight", at(d, p), token) ?? []).map((h) => new vscode.DocumentHighlight(range(h.range)));
  } }));
  add(languages.registerRenameProvider("dps", {
    async prepareRename(d, p, token) {
      const place = await ask("prepareRename", at(d, p), token);
      if (!place) throw new Error("there is no name that can be changed here");
      return { range: range(place.range), placeholder: place.placeholder };
    },
    async provideRenameEdits(d, p, newName, token) {
      return workspaceEdit(await ask("rename", { ...at(d, p), newName }, token));
    },
  }));
  const of = (d) => ({ textDocument: { uri: d.uri.toString() } });
  add(languages.registerDocumentSymbolProvider("dps", { async provideDocumentSymbols(d, token) {
    return (await ask("documentSymbol", of(d), token) ?? []).map((s) => new vscode.DocumentSymbol(
      s.name, s.detail, s.kind - 1, range(s.range), range(s.selectionRange)));
  } }));
  add(languages.registerFoldingRangeProvider("dps", { async provideFoldingRanges(d, _context, token) {
    return (await ask("foldingRange", of(d), token) ?? []).map((f) => new vscode.FoldingRange(
      f.startLine, f.endLine, f.kind === "comment" ? vscode.FoldingRangeKind.Comment : vscode.FoldingRangeKind.Region));
  } }));
  add(languages.registerDocumentFormattingEditProvider("dps", { async provideDocumentFormattingEdits(d, _options, token) {
    return (await ask("formatting", of(d), token) ?? []).map((e) => vscode.TextEdit.replace(range(e.range), e.newText));
  } }));
  add(languages.registerInlayHintsProvider("dps", { async provideInlayHints(d, r, token) {
    return (await ask("inlayHint", { ...of(d), range: plainRange(r) }, token) ?? []).map((h) => {
      const hint = new vscode.InlayHint(new vscode.Position(h.position.line, h.position.character), h.label);
      hint.paddingLeft = h.paddingLeft;
      hint.tooltip = markdown(h.tooltip);
      return hint;
    });
  } }));
  add(languages.registerCodeLensProvider("dps", { async provideCodeLenses(d, token) {
    return (await ask("codeLens", of(d), token) ?? []).map((l) => new vscode.CodeLens(range(l.range), l.command));
  } }));
  add(languages.registerCodeActionsProvider("dps", { async provideCodeActions(d, r, context, token) {
    const params = { ...of(d), range: plainRange(r), context: { diagnostics: context.diagnostics.map(plainDiagnostic) } };
    return (await ask("codeAction", params, token) ?? []).map((a) => {
      const action = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
      action.edit = workspaceEdit(a.edit);
      action.isPreferred = a.isPreferred;
      return action;
    });
  } }));
}

/** Sends the texts that are open, and their changes. */
function followTexts(context) {
  const isOurs = (d) => LANGUAGES.includes(d.languageId);
  const open = (d) => isOurs(d) && server.notify("textDocument/didOpen", { textDocument: {
    uri: d.uri.toString(), languageId: d.languageId, version: d.version, text: d.getText() } });
  vscode.workspace.textDocuments.forEach(open);
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((d) => isOurs(d) &&
      server.notify("textDocument/didClose", { textDocument: { uri: d.uri.toString() } })),
    vscode.workspace.onDidChangeTextDocument((e) => isOurs(e.document) && e.contentChanges.length > 0 &&
      server.notify("textDocument/didChange", {
        textDocument: { uri: e.document.uri.toString(), version: e.document.version },
        contentChanges: e.contentChanges.map((c) => ({ range: plainRange(c.range), text: c.text })) })));
}

/** A word of a command line of a POSIX shell. */
const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** Starts dps in the editor's terminal. */
async function inTerminal(verb, uri) {
  const file = uri ? vscode.Uri.parse(uri) : vscode.window.activeTextEditor?.document.uri;
  if (!file) return;
  await vscode.workspace.textDocuments.find((d) => d.uri.toString() === file.toString())?.save();
  const settings = vscode.workspace.getConfiguration("dps");
  const machine = settings.get("machine");
  const words = [settings.get("path"), verb, file.fsPath];
  if (verb === "predict" && machine) words.push("--machine", machine);
  const terminal = vscode.window.terminals.find((t) => t.name === "dps") ?? vscode.window.createTerminal("dps");
  terminal.show(true);
  terminal.sendText(words.map(quoted).join(" "));
}

async function activate(context) {
  const settings = () => vscode.workspace.getConfiguration("dps");
  const diagnostics = vscode.languages.createDiagnosticCollection("dps");
  let isEnding = false;
  server = new Server(settings().get("path"), (message) => {
    if (message.method === "textDocument/publishDiagnostics") {
      diagnostics.set(vscode.Uri.parse(message.params.uri), message.params.diagnostics.map(diagnostic));
    }
  }, (error) => {
    if (!isEnding) vscode.window.showErrorMessage(`dps language-server has ended${error ? `: ${error.message}` : ""}; the setting dps.path names the program`);
    isEnding = true;
  });
  context.subscriptions.push(diagnostics, { dispose() {
    isEnding = true;
    server.request("shutdown", null).then(() => server.notify("exit", null), () => {});
  } });
  await server.request("initialize", { processId: process.pid, capabilities: {},
    initializationOptions: { inlayHints: settings().get("inlayHints") } });
  server.notify("initialized", {});
  registerFeatures(context);
  followTexts(context);
  for (const verb of ["predict", "run"]) {
    context.subscriptions.push(vscode.commands.registerCommand(`dps.${verb}`, (uri) => inTerminal(verb, uri)));
  }
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration("dps") &&
    server.notify("workspace/didChangeConfiguration", { settings: { dps: { inlayHints: settings().get("inlayHints") } } })));
}

module.exports = { activate };
