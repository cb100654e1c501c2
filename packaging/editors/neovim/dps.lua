-- dps in Neovim (0.7 or later): copy this file into ~/.config/nvim/plugin/.
-- Files that end in .dps are blueprints; in others, ":setfiletype dps" makes one.
local function start(event)
  local buffer = event and event.buf or vim.api.nvim_get_current_buf()
  vim.bo[buffer].commentstring = "# %s"
  local client = vim.g.dps_client
  if not client or not vim.lsp.get_client_by_id(client) then
    client = vim.lsp.start_client({
      name = "dps",
      cmd = { vim.g.dps_path or "dps", "language-server" },
      root_dir = vim.fn.getcwd(),
    })
    vim.g.dps_client = client
  end
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
end

-- "predict" and "run" above P lines (vim.lsp.codelens.run) open a terminal.
local function in_terminal(verb)
  return function(command)
    vim.cmd("update")
    local words = { vim.g.dps_path or "dps", verb, vim.uri_to_fname(command.arguments[1]) }
    if verb == "predict" and vim.g.dps_machine then
      vim.list_extend(words, { "--machine", vim.g.dps_machine })
    end
    vim.cmd("new")
    vim.fn.termopen(words)
  end
end
vim.lsp.commands["dps.predict"] = in_terminal("predict")
vim.lsp.commands["dps.run"] = in_terminal("run")

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.dps",
  callback = function()
    vim.bo.filetype = "dps"
  end,
})
vim.api.nvim_create_autocmd("FileType", {
  pattern = { "dps", "dps-machine", "dps-hosts", "dps-model" },
  callback = start,
})
