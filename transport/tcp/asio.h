/// Includes Boost.Asio, which is used to set up connections.
#pragma once

#define BOOST_ASIO_NO_DEPRECATED
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

namespace dps::transport {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

}  // namespace dps::transport
