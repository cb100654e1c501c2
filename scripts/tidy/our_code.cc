// A plugin of clang-tidy: a check that hides the declarations of system headers from all others.
// They report nothing there, but would spend half of their time on them.
#include <vector>

#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>

namespace {

class OurCode : public clang::tidy::ClangTidyCheck {
 public:
  using ClangTidyCheck::ClangTidyCheck;

  void registerMatchers(clang::ast_matchers::MatchFinder* finder) override {
    finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
  }

  /// clang-tidy calls this with the whole unit before it visits the declarations.
  void check(const clang::ast_matchers::MatchFinder::MatchResult& found) override {
    const clang::SourceManager& sources = *found.SourceManager;
    std::vector<clang::Decl*> ours;
    for (clang::Decl* each : found.Context->getTranslationUnitDecl()->decls()) {
      if (!sources.isInSystemHeader(sources.getExpansionLoc(each->getLocation()))) {
        ours.push_back(each);
      }
    }
    found.Context->setTraversalScope(ours);
  }
};

class OurModule : public clang::tidy::ClangTidyModule {
 public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
    factories.registerCheck<OurCode>("dps-our-code");
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<OurModule> kModule("dps-module", "");

}  // namespace
