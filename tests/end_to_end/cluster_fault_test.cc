namespace dps::end_to_end {
extern const char* const kClusterKind;
const char* const kClusterKind = "nodes 2\n";
}  // namespace dps::end_to_end
