// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/wire.h"

#include <bit>

#include "pith/base/error.h"

static_assert(std::endian::native == std::endian::little, "messages are little-endian");

namespace pith {
inline namespace stats {
namespace {

constexpr std::uint32_t magic = 0x68746970;  // "pith"
constexpr std::uint16_t version = 2;

struct Frame {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t kind;
  std::uint64_t length;  // of the whole message
};
static_assert(sizeof(Frame) == 16);
constexpr std::size_t checksum_size = sizeof(std::uint64_t);

[[noreturn]] void reject(const std::string& why) {
  throw Error(ErrorKind::bad_data, "a message between parts of a run " + why +
                                       "; repeat the run, and make sure that all machines have "
                                       "the same version of pith");
}

[[noreturn]] void reject_damaged() {
  reject("is damaged");
}

/// Verifies everything but the kind and the checksum.
Frame frame_of(std::string_view message) {
  Frame frame{};
  if (message.size() < sizeof frame + checksum_size) reject("is too short");
  std::memcpy(&frame, message.data(), sizeof frame);
  if (frame.magic != magic) reject("does not begin as one of pith's");
  if (frame.version != version) {
    reject("has version " + std::to_string(frame.version) + " (version " + std::to_string(version) +
           " is expected)");
  }
  if (frame.length != message.size()) reject_damaged();
  return frame;
}

std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  return std::rotl((state ^ word) * 0x9E3779B97F4A7C15U, 29);
}

}  // namespace

// Four chains, each of which is a bijection of its state for a given word and of the word for a
// given state, so that a change of one word always changes the sum.
std::uint64_t wire_checksum(std::string_view bytes) {
  std::uint64_t lanes[4] = {0x243F6A8885A308D3U, 0x13198A2E03707344U, 0xA4093822299F31D0U,
                            0x082EFA98EC4E6C89U};
  const char* place = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 32; left -= 32, place += 32) {
    std::uint64_t words[4];
    std::memcpy(words, place, sizeof words);
    for (std::size_t i = 0; i < 4; ++i)
      lanes[i] = mixed(lanes[i], words[i]);
  }
  for (std::size_t i = 0; left > 0; ++i) {
    const std::size_t size = left < 8 ? left : 8;
    std::uint64_t word = 0;
    std::memcpy(&word, place, size);
    lanes[i] = mixed(lanes[i], word);
    place += size;
    left -= size;
  }
  std::uint64_t sum = mixed(0, bytes.size());
  for (const std::uint64_t lane : lanes)
    sum = mixed(sum, lane);
  return sum ^ (sum >> 32U);
}

WireWriter::WireWriter(WireKind kind) {
  const Frame frame{
      .magic = magic, .version = version, .kind = static_cast<std::uint16_t>(kind), .length = 0};
  append(&frame, sizeof frame);
}

std::string WireWriter::finish() {
  const std::uint64_t length = bytes_.size() + checksum_size;
  std::memcpy(bytes_.data() + offsetof(Frame, length), &length, sizeof length);
  value(wire_checksum(bytes_));
  return std::move(bytes_);
}

WireKind wire_kind(std::string_view message) {
  return static_cast<WireKind>(frame_of(message).kind);
}

WireReader::WireReader(std::string_view message, WireKind kind) {
  const Frame frame = frame_of(message);
  std::uint64_t checksum = 0;
  std::memcpy(&checksum, message.data() + message.size() - checksum_size, checksum_size);
  message.remove_suffix(checksum_size);
  if (wire_checksum(message) != checksum) reject_damaged();
  if (frame.kind != static_cast<std::uint16_t>(kind)) reject("is of another kind than expected");
  rest_ = message.substr(sizeof frame);
}

void WireReader::require(bool holds) const {
  if (!holds) reject_damaged();
}

bool WireReader::flag() {
  const auto byte = value<std::uint8_t>();
  require(byte <= 1);
  return byte == 1;
}

std::size_t WireReader::size(std::size_t bytes_each) {
  const auto size = value<std::uint64_t>();
  require(size <= rest_.size() / bytes_each);
  return static_cast<std::size_t>(size);
}

std::uint64_t WireReader::at_most(std::uint64_t max) {
  const auto number = value<std::uint64_t>();
  require(number <= max);
  return number;
}

std::vector<std::string> WireReader::texts() {
  std::vector<std::string> found(size(sizeof(std::uint64_t)));
  for (std::string& each : found)
    each = text();
  return found;
}

std::string_view WireReader::take(std::size_t bytes) {
  require(bytes <= rest_.size());
  const std::string_view taken = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return taken;
}

WireWriter partial_writer(const PartialHeader& header) {
  WireWriter writer(WireKind::partial);
  writer.value(static_cast<std::uint16_t>(header.kind));
  writer.value(header.pass);
  writer.size(header.block);
  return writer;
}

WireReader partial_reader(std::string_view message, const PartialHeader& header) {
  WireReader reader(message, WireKind::partial);
  const auto kind = reader.value<std::uint16_t>();
  const auto pass = reader.value<std::uint64_t>();
  if (kind != static_cast<std::uint16_t>(header.kind) || pass != header.pass)
    reject("belongs to another pass");
  if (reader.value<std::uint64_t>() != header.block) reject("belongs to other features");
  return reader;
}

}  // namespace stats
}  // namespace pith
