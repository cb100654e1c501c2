/// The numbers of the fields in Perfetto's protocol buffers that dps writes.
/// Source: https://github.com/google/perfetto, protos/perfetto/trace/: trace.proto,
/// trace_packet.proto, interned_data/interned_data.proto, profiling/profile_common.proto, and
/// track_event/ with counter_descriptor.proto, debug_annotation.proto, process_descriptor.proto,
/// thread_descriptor.proto, track_descriptor.proto and track_event.proto. Published numbers do not
/// change.
#pragma once

#include <cstdint>

#include <protozero/types.hpp>

namespace dps::traces::perfetto {

using Field = protozero::pbf_tag_type;

struct File {
  static constexpr Field kPacket = 1;
};
struct Packet {
  static constexpr Field kTimestamp = 8;
  static constexpr Field kSequence = 10;  ///< trusted_packet_sequence_id
  static constexpr Field kTrackEvent = 11;
  static constexpr Field kInternedData = 12;
  static constexpr Field kSequenceFlags = 13;
  static constexpr Field kTrackDescriptor = 60;
};
/// Values of kSequenceFlags.
inline constexpr std::uint32_t kStateCleared = 1;
inline constexpr std::uint32_t kNeedsState = 2;

struct Interned {
  static constexpr Field kCategories = 1;
  static constexpr Field kEventNames = 2;
  static constexpr Field kAnnotationNames = 3;
  static constexpr Field kAnnotationTexts = 29;  ///< debug_annotation_string_values
};
/// EventCategory, EventName, DebugAnnotationName and InternedString.
struct InternedText {
  static constexpr Field kNumber = 1;  ///< iid
  static constexpr Field kText = 2;
};
struct Track {
  static constexpr Field kUuid = 1;
  static constexpr Field kName = 2;
  static constexpr Field kProcess = 3;
  static constexpr Field kThread = 4;
  static constexpr Field kParent = 5;
  static constexpr Field kCounter = 8;
};
struct Process {
  static constexpr Field kPid = 1;
  static constexpr Field kName = 6;
};
struct Thread {
  static constexpr Field kPid = 1;
  static constexpr Field kTid = 2;
  static constexpr Field kName = 5;
};
struct Counter {
  static constexpr Field kUnit = 3;
};
/// Values of Counter::kUnit.
enum class CounterUnit : std::int32_t { kCount = 2, kBytes = 3 };

struct TrackEvent {
  static constexpr Field kCategory = 3;    ///< category_iids
  static constexpr Field kAnnotation = 4;  ///< debug_annotations
  static constexpr Field kType = 9;
  static constexpr Field kName = 10;  ///< name_iid
  static constexpr Field kTrack = 11;
  static constexpr Field kPlainCategory = 22;  ///< categories: not interned
  static constexpr Field kPlainName = 23;      ///< name: not interned
  static constexpr Field kCounterValue = 30;
  static constexpr Field kFlow = 47;     ///< flow_ids: fixed64, like the next one
  static constexpr Field kFlowEnd = 48;  ///< terminating_flow_ids
};
/// Values of TrackEvent::kType.
enum class TrackEventType : std::int32_t { kSliceBegin = 1, kSliceEnd, kInstant, kCounter };

struct Annotation {
  static constexpr Field kName = 1;  ///< name_iid
  static constexpr Field kBool = 2;
  static constexpr Field kNumber = 3;
  static constexpr Field kPlainText = 6;  ///< string_value: not interned
  static constexpr Field kText = 17;      ///< string_value_iid
};

}  // namespace dps::traces::perfetto
