-- Neovim without a screen: what a user does in it, with the result of each step on a line.
local file = assert(os.getenv("DPS_PLAN"))
local function say(...)
  io.stdout:write(table.concat({ ... }, " "), "\n")
end
local function finish(message)
  if message then
    say("failed:", message)
  end
  vim.cmd("qall!")
end
local function wait_for(what, condition)
  if not vim.wait(60000, condition, 20) then
    finish("no " .. what)
  end
end

vim.cmd("edit " .. file)
wait_for("client", function()
  return #vim.lsp.buf_get_clients(0) > 0
end)
wait_for("diagnostics", function()
  return #vim.diagnostic.get(0) > 0
end)
for _, each in ipairs(vim.diagnostic.get(0)) do
  say("mistake", each.lnum, each.col, each.message)
end

local function ask(method, extra)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), extra or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do
    return answer.result, answer.error
  end
end

-- The quick fix.
local diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, vim.diagnostic.get(0)[1].lnum)
local fixes = ask("textDocument/codeAction", {
  range = diagnostics[1].range,
  context = { diagnostics = diagnostics },
})
vim.lsp.util.apply_workspace_edit(fixes[1].edit, "utf-16")
wait_for("end of the mistakes", function()
  return #vim.diagnostic.get(0) == 0
end)
say("fixed", vim.api.nvim_buf_get_lines(0, 4, 5, false)[1])

vim.api.nvim_win_set_cursor(0, { 5, 8 })
say("hover", (ask("textDocument/hover").contents.value:gsub("\n", " ")))
local labels = {}
for _, item in ipairs(ask("textDocument/completion")) do
  table.insert(labels, item.label)
end
table.sort(labels)
say("completion", unpack(labels))
vim.lsp.buf.rename("Task.i")
wait_for("renaming", function()
  return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1]:find("Task.i") ~= nil
end)
vim.lsp.buf.formatting_sync(nil, 60000)
say("formatted", vim.api.nvim_buf_get_lines(0, 4, 5, false)[1])
finish()
