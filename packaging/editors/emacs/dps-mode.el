;;; dps-mode.el --- blueprints of dps -*- lexical-binding: t -*-
;; Put this file into a folder of `load-path', and (require 'dps-mode) into init.el.
;; Emacs 29 has eglot; for Emacs 28, install the package elpa-eglot.

(defvar dps-mode-font-lock-keywords
  '(("^[ \t]*\\([VAICOFUPT]\\)[ \t]+\\([^ \t\n\"#]+\\)"
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    ("[ \t]\\(-[a-zA-Z_]+\\)\\_>" 1 font-lock-builtin-face)
    ("\\_<\\(NULL\\|SAME\\|ACK\\|ORIGIN\\)\\_>" . font-lock-constant-face)
    ("\\_<\\(sleep\\|busywait\\|compute\\|work\\|ops\\|call\\|exec\\|cost\\)\\_>"
     . font-lock-type-face)
    ("{[^}\n]*}" 0 font-lock-variable-name-face prepend)))

(defvar dps-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?. "_" table)
    (modify-syntax-entry ?_ "_" table)
    table))

;;;###autoload
(define-derived-mode dps-mode prog-mode "dps"
  "Blueprints of dps."
  (setq-local comment-start "# ")
  (setq-local font-lock-defaults '(dps-mode-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.dps\\'" . dps-mode))
(add-hook 'dps-mode-hook 'eglot-ensure)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(dps-mode . ("dps" "language-server"))))

(provide 'dps-mode)
;;; dps-mode.el ends here
