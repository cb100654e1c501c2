/// Includes Boost.Asio, which the agent uses with one thread and callbacks.
#pragma once

#define BOOST_ASIO_NO_DEPRECATED
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

namespace dps::simulator {

namespace asio = boost::asio;
using boost::system::error_code;

}  // namespace dps::simulator
