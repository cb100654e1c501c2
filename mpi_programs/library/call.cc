#include "mpi_programs/library/call.h"

#include "mpi_programs/library/call_sites/python_sites.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/computing.h"
#include "mpi_programs/library/data_types.h"
#include "mpi_programs/library/meeting.h"
#include "mpi_programs/library/modules.h"

namespace dps::mpi_library {

std::uint64_t bytes_of(int count, MPI_Datatype type) {
  return count > 0 ? static_cast<std::uint64_t>(count) * element_bytes(type) : 0;
}

Call::Call(Function function, const void* caller) : function_(function) {
  if (is_predicting) [[unlikely]] {
    begin_predicted(caller);
    return;
  }
  begin_or_count(caller);
}

void Call::begin_or_count(const void* caller) {
  if (is_recording) [[likely]] {
    begin(function_, caller);
  } else if (is_attached && this_thread != nullptr) {
    count_call(function_);
    enter(this_thread);
  }
}

void Call::begin_predicted(const void* caller) {
  if (this_thread == nullptr || this_thread->depth == 0) {
    end_computing();
  }
  begin_or_count(caller);
}

void Call::resume_computing() const {
  if (thread_ == nullptr || thread_->depth == 0) {
    begin_computing();
  }
}

bool Call::enter(CallingThread* thread) {
  thread_ = thread;
  if (thread->depth != 0 && this >= thread->outermost) [[unlikely]] {
    thread->depth = 0;
    close_abandoned(thread->open);
  }
  const bool is_inner = thread->depth++ != 0;
  std::atomic_signal_fence(std::memory_order_seq_cst);  // no sample comes from here on
  if (is_inner) {
    return false;
  }
  thread->outermost = this;
  thread->open = nullptr;
  return true;
}

void Call::begin(Function function, const void* caller) {
  CallingThread* thread = this_thread;
  if (thread == nullptr) [[unlikely]] {
    thread = add_thread();
    if (thread == nullptr) {
      return;
    }
  }
  if (!enter(thread)) {
    return;
  }
  const void* const from = foreign_caller != nullptr ? foreign_caller : caller;
  const std::uint16_t site = site_number(from);
  if (is_predicting) [[unlikely]] {
    charge_between(*thread, function, site, from);
  }
  if (thread->new_code != 0) [[unlikely]] {
    name_code(*thread);
  }
  begin_ = log_ticks();
  record_ = thread->log.append();
  position_ = thread->log.count();
  if (record_ == nullptr) [[unlikely]] {
    is_lost_ = true;
    return;
  }
  thread->open = record_;
  record_->begin = begin_;
  record_->site = site;
  record_->peer = board::kAny;
  record_->tag = board::kAny;
  record_->function = function;
}

std::uint16_t Call::site_number(const void* caller) {
  SiteTable::SiteSlot* slot = thread_->sites.find(caller);
  if (slot == nullptr) {
    return 0;
  }
  if (slot->number == 0) [[unlikely]] {
    slot->number = thread_->sites.count();
    slot->is_in_mpi4py = is_in_mpi4py(caller);
    write_site(*thread_, slot->number, caller);
  }
  const std::uint16_t line = slot->is_in_mpi4py ? python_site_number() : std::uint16_t{0};
  return line != 0 ? line : slot->number;
}

std::uint16_t Call::python_site_number() {
  std::array<char, 256>& place = thread_->python_place;
  SiteTable::SiteSlot* slot = find_python_site(thread_->sites, place);
  if (slot == nullptr) {
    return 0;
  }
  if (slot->number == 0) {
    slot->number = thread_->sites.count();
    thread_->last_python_site = slot->number;
    write_python_site(*thread_, slot->number, place.data());
  }
  return slot->number;
}

void Call::describe(MPI_Comm communicator, int peer, int tag, std::uint64_t bytes,
                    std::uint16_t flags) {
  record_->communicator = number_of(communicator);
  record_->peer = peer;
  record_->tag = tag;
  record_->set_size(bytes_sent_to(peer, bytes));
  record_->flags = flags;
}

CallRecord* Call::add_part(std::uint16_t flags) {
  CallRecord* part = record_ != nullptr ? thread_->log.append() : nullptr;
  if (part != nullptr) {
    *part = *record_;
    part->flags = flags;
    part->add_flag(CallFlag::kPart);
  }
  return part;
}

int Call::end(int code) {
  if (is_predicted()) [[unlikely]] {
    end_meeting();
  }
  if (record_ != nullptr) {
    record_->end = log_ticks();
    if (code != MPI_SUCCESS) [[unlikely]] {
      record_->add_flag(CallFlag::kFailed);
    }
    thread_->polls = nullptr;
  } else if (is_lost_) [[unlikely]] {
    board::LogHeader& header = thread_->log.header();
    if (header.lost++ == 0) {
      header.lost_since = begin_;
    }
    ++header.calls[function_];
    header.ticks[function_] += log_ticks() - begin_;
  }
  return code;
}

int Call::end_poll(int code) {
  if (record_ == nullptr || code != MPI_SUCCESS) {
    return end(code);
  }
  const board::ClockTicks now = log_ticks();
  CallRecord* before = thread_->polls;
  if (before == nullptr || before + 1 + thread_->samples_after_polls != record_ ||
      thread_->log.count() != position_ || before->function != record_->function ||
      before->site != record_->site) {
    record_->flags = CallFlag::kPolls;
    record_->set_size(now - begin_);
    record_->link = 1;
    record_->end = now;
    thread_->polls = record_;
    thread_->samples_after_polls = 0;
    return code;
  }
  const board::ClockTicks own = now - begin_;
  const board::ClockTicks between = begin_ - before->end;
  before->set_size(before->size + own + (between <= own ? between : 0));
  before->end = now;
  ++before->link;
  thread_->log.take_back();
  return code;
}

void count_call(Function function) {
  CallingThread* thread = this_thread;
  if (thread != nullptr && thread->depth == 0) {
    ++thread->log.header().calls[function];
  }
}

}  // namespace dps::mpi_library
